import * as z from 'zod';
import { line, own, page, sentence } from '../answer.ts';
import { tool } from '../tool.ts';

export const certify = tool({
  name: 'certify',
  description:
    'Sends a webhook receiver everything that a real service may send (late, twice, forged, in any order); reports its errors.',
  input: {
    receiver: z.url().describe('http://localhost:3000/webhooks'),
    secret: z.string().optional().describe('whsec_… of the receiver'),
    readBack: z.string().optional().describe('http://localhost:3000/access/{contract}'),
    port: z.int().min(0).max(65_535).optional().describe('Where the receiver reads the state'),
  },
  openWorld: true,
  async run({ host }, { receiver, ...options }) {
    if (host.certify === undefined)
      return page(
        [line`This host reaches no receivers.`],
        line`run npx clientlib-sandbox certify --receiver URL on the machine of the receiver.`,
      );
    const { verdicts, posted } = await host.certify(receiver, options);
    const wrong = verdicts.flatMap(({ name, problem, advice }) =>
      problem === undefined ? [] : [line`WRONG ${own(name)}: ${sentence(problem)}. ${own(advice)}`],
    );
    return page(
      [
        line`${verdicts.length - wrong.length} of ${verdicts.length} passed; ${posted} messages sent.`,
        ...wrong,
      ],
      line`correct the first of them, then certify again; read_docs {"place": "explore#certify-a-webhook-receiver"}.`,
    );
  },
});
