import * as z from 'zod';
import { auditRules } from '../../../domain/audit/accounts.ts';
import { audit } from '../../../domain/audit/audit.ts';
import { answer } from '../../answers/answer.ts';
import { control } from '../../zones/zones.ts';

const rules = Object.keys(auditRules) as [keyof typeof auditRules, ...(keyof typeof auditRules)[]];

const problem = z
  .object({
    Rule: z.enum(rules).meta({ description: 'The rule that is broken.' }),
    ContractId: z.string().optional(),
    DocumentId: z.string().optional().meta({ description: 'The invoice, credit note or draft.' }),
    Message: z.string(),
  })
  .meta({ id: 'AuditProblem' });

export const auditRoutes = control('/sandbox/audit').get(
  '/',
  {
    tag: 'Control',
    summary: 'Check that all amounts are consistent',
    description: Object.entries(auditRules)
      .map(([name, rule]) => `* \`${name}\`: ${rule}`)
      .join('\n'),
    answers: {
      200: z
        .object({
          Ok: z.boolean().meta({ description: 'True if there are no problems.' }),
          Checked: z
            .number()
            .int()
            .meta({ description: 'Contracts, documents, bookings and payments that were checked.' }),
          Problems: z.array(problem),
        })
        .meta({ id: 'Audit' }),
    },
  },
  (c) => {
    const { Ok, Checked, Problems } = audit(c.env.core.tx);
    return answer(c, { Ok, Checked, Problems: [...Problems] });
  },
);
