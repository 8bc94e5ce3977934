import type { Halt } from '../../../forecast/forecast.ts';
import { forecast, forecastInput } from '../../../model/forecast.ts';
import { answer } from '../../answers/answer.ts';
import { ConnectionDropped } from '../../traffic/faults.ts';
import { refuseEndlessJson } from '../../wire/hostile-json.ts';
import { HttpProblem } from '../../wire/http-problem.ts';
import type { ServiceBindings } from '../../zones/env.ts';
import { control } from '../../zones/zones.ts';

export const forecasts = control('/sandbox/forecast').post(
  '/',
  {
    tag: 'Control',
    summary: 'Forecast what will be billed',
    description:
      'A copy of the state whose clock moves: the state stays as it is. With `Config`, also what another configuration changes for each contract. A snapshot of 10,000 contracts takes about a second for each month.',
    json: forecastInput,
    answers: { 200: forecast },
    onCopy: true,
    refusals: [422],
  },
  async (c) => {
    const input = c.req.valid('json');
    if (input.Config !== undefined)
      refuseEndlessJson(input.Config, c.env.traffic.hostOptions.quotas?.configurationValues);
    const { forecast: forecastOf } = await import('../../../forecast/forecast.ts');
    return answer(c, await forecastOf(c.env.core, input, createHalt(c.env, c.req.raw.signal)));
  },
);

/** Stops a forecast whose client has left, or that needs more space than the workspace has. */
function createHalt({ traffic }: ServiceBindings, signal: AbortSignal): Halt {
  return (documents) => {
    if (signal.aborted) return new ConnectionDropped('The client has left.');
    const noRoom = traffic.usage.noRoomFor('', 0, documents);
    if (noRoom === undefined) return undefined;
    return new HttpProblem(
      507,
      'QuotaExceeded',
      `Months: the forecast needs too much room: ${noRoom}. Ask for fewer months.`,
    );
  };
}
