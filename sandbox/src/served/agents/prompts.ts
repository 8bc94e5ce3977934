import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { quoted } from './answer.ts';

const optional = (description: string) => z.string().max(200).optional().describe(description);
const userSays = (...lines: readonly string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: lines.join('\n') } }],
});

// Created once, because a server is created for each message.
const whose = z.object({
  customer: z.string().max(200).describe('Id, e-mail address or external id of the customer'),
});
const which = z.object({ plan: optional('Name of the plan. Default: the first one of the catalog') });
const whence = z.object({ from: optional('The system that they come from') });

/** Adds prompts for common tasks; each names the tools to use and the proof of success. */
export function addPrompts(server: McpServer, isReadOnly: boolean): void {
  server.registerPrompt(
    'why_was_it_not_charged',
    {
      description: 'Find why a customer was not charged, and what to do about it',
      argsSchema: whose,
    },
    ({ customer }) =>
      userSays(
        `Find out why the customer ${quoted(customer).text} was not charged.`,
        '1. Call why with this customer. It names every cause, with the time and the id of each payment.',
        '2. Call explain with each code in it, and contract for the history.',
        '3. Answer in three sentences: what happened, what happens next by itself, what somebody has to do. Change nothing.',
      ),
  );
  // The others write, which needs the other tools.
  if (isReadOnly) return;
  server.registerPrompt(
    'integrate_a_signup',
    {
      description: 'Build a signup into this project, and prove that it works',
      argsSchema: which,
    },
    ({ plan }) =>
      userSays(
        `Build a signup${plan === undefined ? '' : ` to the plan ${quoted(plan).text}`} into this project.`,
        '1. Read the guides five-minutes and payment-form (read_docs), and find the plan by catalog.',
        '2. Write the page with the package clientlib: one order for one sale, however many cards are tried. Card data never reaches our back end. Show the price that the service returns (price), and compute none.',
        '3. Write the webhook receiver: verify the signature, remember webhook-id, answer at once, then read the state by REST.',
        '4. Prove it: a signup, a declined card followed by another one (catalog, about test_data), a renewal (clock), a declined renewal (next_payment), a lost answer (fault). Check each by why, contract and webhooks, and the receiver by certify.',
        '5. Keep the proof: write_test.',
      ),
  );
  server.registerPrompt(
    'migrate_customers',
    {
      description: 'Plan and try the move of customers from another billing system',
      argsSchema: whence,
    },
    ({ from }) =>
      userSays(
        `Move our customers${from === undefined ? '' : ` from ${quoted(from).text}`} to this billing service.`,
        '1. Read the guides migration and your-account (read_docs), and describe POST /customers and POST /orders (find_operation). StartDate and BilledUntil keep a period from being billed twice.',
        '2. Call snapshot. Then import three customers by call_api, each with an externalId and an idempotencyKey: one monthly, one yearly in the middle of its year, one who has canceled.',
        '3. Check what will be billed by forecast for 13 months: nobody pays for a period that was paid before.',
        '4. Call restore, and repeat until the forecast is right. Then write the script that does it for all, page by page, and can be run twice.',
      ),
  );
}
