import * as z from 'zod';
import { counted, data, type Line, line, own, page } from '../answer.ts';
import type { Json } from '../service.ts';
import { tool } from '../tool.ts';

const toLine = ({ Id, Method = own('any method'), Path = own('any path'), Times, Fault, Hits }: Json): Line =>
  line`${Id} ${Method} ${Path}: ${data(Fault)}, met ${counted(Hits, 'time')}${Times === undefined ? undefined : line` of ${Times}`}`;

export const fault = tool({
  name: 'fault',
  description:
    'Makes requests of the application and of call_api fail; lists the rules. dropResponse: done, but the answer is lost.',
  input: {
    method: z.string().optional(),
    path: z.string().optional().describe('* matches anything: /api/v1/orders*'),
    times: z.int().min(1).max(1_000).optional(),
    status: z.int().min(100).max(599).optional(),
    delayMs: z.number().optional(),
    drop: z.boolean().optional(),
    dropResponse: z.boolean().optional(),
    clear: z.boolean().optional().describe('Removes all rules first'),
  },
  async run(service, { method, path, times, status, delayMs, drop, dropResponse, clear }) {
    if (clear === true) await service.done({ method: 'DELETE', path: '/sandbox/faults' });
    const Fault = {
      ...(status === undefined ? {} : { Status: status }),
      ...(delayMs === undefined ? {} : { DelayMs: delayMs }),
      ...(drop === true ? { Drop: drop } : {}),
      ...(dropResponse === true ? { DropResponse: dropResponse } : {}),
    };
    const isNew = Object.keys(Fault).length > 0;
    if (isNew) {
      const rule = {
        ...(method === undefined ? {} : { Method: method }),
        ...(path === undefined ? {} : { Path: path }),
        ...(times === undefined ? {} : { Times: times }),
        Fault,
      };
      await service.done({ method: 'POST', path: '/sandbox/faults', body: rule });
    }
    const rules: Json[] = await service.control('GET', '/faults');
    const lines = rules.map(toLine);
    const isLost = !isNew && (method ?? path ?? times) !== undefined;
    return page(
      isLost ? [line`Nothing was added: say status, delayMs, drop or dropResponse.`, ...lines] : lines,
      line`send the request, then events for what was refused; fault {"clear": true} ends it.`,
    );
  },
});
