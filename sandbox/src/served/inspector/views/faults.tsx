/** @jsxImportSource hono/jsx/dom */
import { percent } from '../format.ts';
import { Action } from '../parts/action.tsx';
import { Empty } from '../parts/basic.tsx';
import type { Values } from '../parts/fields.tsx';
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
            hint="Removes all rules. Requests are answered as usual again."
            request={() => ({ method: 'DELETE', path: '/sandbox/faults' })}
          />
        )}
      </div>
      {data?.length === 0 && (
        <Empty title="No fault rules">
          <p>
            A rule makes requests fail or wait, or loses their response, so that you see how your program
            handles it.
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
                    {percent(Probability ?? 1)}
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
      <CommonFaults />
    </>
  );
}

/** Common failures in production, each as a rule to add. */
const commonFaults: readonly (readonly [text: string, rule: object])[] = [
  [
    'One in ten API requests is answered with 503',
    { Path: '/api/v1/*', Probability: 0.1, Fault: { Status: 503 } },
  ],
  ['Each API response takes two seconds', { Path: '/api/v1/*', Fault: { DelayMs: 2_000 } }],
  [
    'The next signup is paid, but the response is lost',
    {
      Method: 'POST',
      Path: '/api/v1/CustomerSelfService/signup/pay',
      Times: 1,
      Fault: { DropResponse: true },
    },
  ],
  [
    'The next order is not received: the connection breaks',
    { Method: 'POST', Path: '/api/v1/orders', Times: 1, Fault: { Drop: true } },
  ],
  [
    'The next list of contracts is cut off in the middle',
    { Method: 'GET', Path: '/api/v1/contracts', Times: 1, Fault: { Truncate: true } },
  ],
  [
    'The next three logins are refused with 429',
    { Method: 'POST', Path: '/oauth/*', Times: 3, Fault: { Status: 429 } },
  ],
];

function CommonFaults() {
  return (
    <section class="panel common" aria-labelledby="common-heading">
      <h2 id="common-heading">Common faults</h2>
      <p class="quiet">Does your program recover from these? Add one, and run it.</p>
      <ul class="plain lined">
        {commonFaults.map(([text, body]) => (
          <li>
            {text}
            <Action label="Add" isQuick request={() => ({ method: 'POST', path: '/sandbox/faults', body })} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Delay =
  | number
  | { readonly Min: number; readonly Max: number }
  | { readonly Mean: number; readonly Deviation: number };

/** `2000 ms`, `100 to 2000 ms`, `about 500 ms (deviation 100)`. */
function delayText(delay: Delay): string {
  if (typeof delay === 'number') return `${delay} ms`;
  return 'Min' in delay
    ? `${delay.Min} to ${delay.Max} ms`
    : `about ${delay.Mean} ms (deviation ${delay.Deviation})`;
}

/** Describes a rule in words. */
function faultText({ Status, DelayMs, Drop, DropResponse, Truncate, ...rest }: Rule['Fault']): string {
  const texts = [
    Status === undefined ? '' : `answered with ${Status}`,
    DelayMs === undefined ? '' : `delayed by ${delayText(DelayMs as Delay)}`,
    Drop === true ? 'connection breaks' : '',
    DropResponse === true ? 'done, but the response is lost' : '',
    Truncate === true ? 'response is cut off' : '',
    Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
  ];
  return texts.filter(Boolean).join(', ');
}

function AddRule() {
  return (
    <Action
      label="Add rule"
      isMain
      hint="Matching requests fail as chosen from now on, including those of the inspector."
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
        { name: 'Path', label: 'Path', kind: 'text', value: '/api/v1/*', hint: '* matches anything.' },
        {
          name: 'kind',
          label: 'What happens',
          kind: 'select',
          value: 'Status',
          options: [
            ['Status', 'Answered with a status'],
            ['DelayMs', 'Delayed'],
            ['Drop', 'Connection breaks before anything is done'],
            ['DropResponse', 'Done, but the response is lost'],
            ['Truncate', 'Response is cut off in the middle'],
          ],
        },
        {
          name: 'Status',
          label: 'Status',
          kind: 'number',
          value: '503',
          applies: ({ kind }) => kind === 'Status',
        },
        {
          name: 'DelayMs',
          label: 'Milliseconds',
          kind: 'number',
          value: '2000',
          applies: ({ kind }) => kind === 'DelayMs',
        },
        { name: 'Probability', label: 'Probability (0 to 1)', kind: 'number', value: '1' },
        { name: 'Times', label: 'Times', kind: 'number', hint: 'Empty: until the rule is removed.' },
      ]}
      request={(values) => ({ method: 'POST', path: '/sandbox/faults', body: toRule(values) })}
    />
  );
}

function toRule({
  Method = '',
  Path = '',
  kind = 'Status',
  Probability,
  Times = '',
  ...values
}: Values): object {
  return {
    ...(Method === '' ? {} : { Method }),
    ...(Path === '' ? {} : { Path }),
    ...(Number(Probability) < 1 ? { Probability: Number(Probability) } : {}),
    ...(Times === '' ? {} : { Times: Number(Times) }),
    Fault: { [kind]: kind in values ? Number(values[kind]) : true },
  };
}
