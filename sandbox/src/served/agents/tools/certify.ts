import * as z from 'zod';
import { page, tool } from '../tool.ts';

export const certify = tool({
  name: 'certify',
  description:
    'Sends a webhook receiver all that a real service may send (late, twice, forged, in any order); reports what it does wrong.',
  input: {
    receiver: z.url().describe('http://localhost:3000/webhooks'),
    secret: z.string().optional().describe('whsec_… of the receiver'),
    readBack: z.string().optional().describe('http://localhost:3000/access/{contract}'),
    port: z.int().min(0).max(65_535).optional().describe('Where the receiver reads the state'),
  },
  openWorld: true,
  async run({ host }, { receiver, ...options }) {
    if (host.certify === undefined)
      return 'This host reaches no receivers.\nNext: run npx clientlib-sandbox certify --receiver URL on the machine of the receiver.';
    const lines = (await host.certify(receiver, options)).split('\n').filter((line) => line.trim() !== '');
    // The summary is the last line.
    const wrong = lines.slice(0, -1).filter((line) => !line.startsWith('ok '));
    return page(
      [lines.at(-1) ?? '', ...wrong],
      'correct the first of them, then certify again; read_docs {"place": "explore#certify-a-webhook-receiver"}.',
    );
  },
});
