import { whatIf, whatIfInput } from '../../../model/what-if.ts';
import { answer } from '../../answers/answer.ts';
import { refuseLargeCopy } from '../../traffic/fork.ts';
import { keptHistory, rowNotKept } from '../../traffic/history.ts';
import { control } from '../../zones/zones.ts';

/** Two futures of a contract. */
export const whatIfs = control('/sandbox/what-if', { refused: 'sessions#what-if' }).post(
  '/',
  {
    tag: 'Control',
    summary: 'Compare two futures of a contract',
    description:
      'Two copies of the state of now or of a row of the activity: one in which `Requests` are sent first. Both clocks move to the same instant. No webhook is sent, and the state stays as it is.',
    json: whatIfInput,
    answers: { 200: whatIf },
    onCopy: true,
    refusals: [409, 422],
  },
  async (c) => {
    const { core, traffic, createCopy } = c.env;
    const input = c.req.valid('json');
    refuseLargeCopy(traffic.usage, core.state.documents.size, 2);
    const { Row } = input;
    const snapshot =
      Row === undefined ? core.snapshot() : keptHistory(core)?.visit(Row, () => core.snapshot());
    if (snapshot === undefined) throw rowNotKept(Row);
    const { whatIf: futuresOf } = await import('./what-if.ts');
    return answer(c, await futuresOf(core, createCopy, snapshot, input));
  },
);
