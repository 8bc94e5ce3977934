/** @jsxImportSource hono/jsx/dom */
import { Action, type Values } from '../parts/action.tsx';
import { Empty } from '../parts/basic.tsx';
import { useQuery } from '../query.ts';

interface Rule {
  readonly Id: string;
  readonly Method?: string;
  readonly Path?: string;
  readonly Probability?: number;
  readonly Times?: number;
  readonly Fault: Readonly<Record<string, unknown>>;
  readonly Hits: number;
}

/** What goes wrong on purpose. */
export function FaultsView() {
  const { data } = useQuery<Rule[]>('/sandbox/faults', ['requests']);
  return (
    <>
      <div class="heading">
        <h1>Faults</h1>
        <AddRule />
        {data !== undefined && data.length > 0 && (
          <Action
            label="Remove all"
            isDanger
            request={() => ({ method: 'DELETE', path: '/sandbox/faults' })}
          />
        )}
      </div>
      {data?.length === 0 && (
        <Empty title="Nothing goes wrong">
          <p>
            A rule lets requests fail, wait, or lose their answer, so that you see what your program does
            then.
          </p>
          <AddRule />
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <div class="scroll cards">
          <table>
            <caption class="hidden">Fault rules</caption>
            <thead>
              <tr>
                <th scope="col">Requests</th>
                <th scope="col">What happens</th>
                <th scope="col" class="number">
                  Probability
                </th>
                <th scope="col" class="number">
                  Left
                </th>
                <th scope="col" class="number">
                  Hits
                </th>
                <th scope="col">
                  <span class="hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ Id, Method, Path, Probability, Times, Fault, Hits }) => (
                <tr>
                  <td>
                    <code>
                      {Method ?? 'any'} {Path ?? '*'}
                    </code>
                  </td>
                  <td data-title="What happens">{faultText(Fault)}</td>
                  <td class="number" data-title="Probability">
                    {Probability ?? 1}
                  </td>
                  <td class="number" data-title="Left">
                    {Times ?? '∞'}
                  </td>
                  <td class="number" data-title="Hits">
                    {Hits}
                  </td>
                  <td class="number">
                    <Action
                      label={`Remove rule ${Id}`}
                      isQuick
                      request={() => ({ method: 'DELETE', path: `/sandbox/faults/${Id}` })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** What a rule does, in words. */
function faultText({ Status, DelayMs, Drop, DropResponse, Truncate, ...rest }: Rule['Fault']): string {
  const texts = [
    Status === undefined ? '' : `answers ${Status}`,
    DelayMs === undefined ? '' : `answers ${DelayMs} ms late`,
    Drop === true ? 'breaks the connection' : '',
    DropResponse === true ? 'does all, and loses the answer' : '',
    Truncate === true ? 'cuts the body off' : '',
    Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
  ];
  return texts.filter(Boolean).join(', ');
}

function AddRule() {
  return (
    <Action
      label="Add rule"
      isMain
      fields={[
        {
          name: 'Method',
          label: 'Method',
          kind: 'select',
          value: '',
          options: [
            ['', 'any'],
            ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((name) => [name, name] as const),
          ],
        },
        { name: 'Path', label: 'Path', kind: 'text', value: '/api/v1/*', hint: '* stands for anything.' },
        {
          name: 'kind',
          label: 'What happens',
          kind: 'select',
          value: 'Status',
          options: [
            ['Status', 'Answers with a status'],
            ['DelayMs', 'Answers late'],
            ['Drop', 'The connection breaks before anything is done'],
            ['DropResponse', 'All is done, but the answer is lost'],
            ['Truncate', 'The body breaks off in the middle'],
          ],
        },
        { name: 'value', label: 'Status or milliseconds', kind: 'number', value: '503' },
        { name: 'Probability', label: 'Probability (0 to 1)', kind: 'number', value: '1' },
        { name: 'Times', label: 'Times', kind: 'number', hint: 'Until it is removed when empty.' },
      ]}
      request={(values) => ({ method: 'POST', path: '/sandbox/faults', body: ruleOf(values) })}
    />
  );
}

function ruleOf({ Method = '', Path = '', kind = 'Status', value, Probability, Times = '' }: Values): object {
  return {
    ...(Method === '' ? {} : { Method }),
    ...(Path === '' ? {} : { Path }),
    ...(Number(Probability) < 1 ? { Probability: Number(Probability) } : {}),
    ...(Times === '' ? {} : { Times: Number(Times) }),
    Fault: { [kind]: kind === 'Status' || kind === 'DelayMs' ? Number(value) : true },
  };
}
