/** @jsxImportSource hono/jsx/dom */
import { DAY_MS, MINUTE_MS } from '../../../service/model/milliseconds.ts';
import { distance, money, plural } from '../format.ts';
import { taskHref } from '../meaning.ts';
import { useObservable } from '../observable.ts';
import { Time } from '../parts/basic.tsx';
import { useQuery } from '../query.ts';
import { href } from '../router.ts';
import { clock, now } from '../session.ts';
import { dueText, useTasks } from './contract-status.tsx';

interface Month extends PlottedMonth {
  readonly Currency: string;
}

/** A month of a chart. */
interface PlottedMonth {
  readonly Month: string;
  readonly Billed: number;
  /** Absent in a forecast. */
  readonly Paid?: number;
}

const WIDTH = 480;
const HEIGHT = 150;
const BASE = 128;

/** Billed and paid amounts of the latest twelve months: a chart per currency, and the same data as a table. */
export function TurnoverPanel() {
  const { data } = useQuery<Month[]>('/sandbox/turnover?months=12', ['invoices', 'ledgerEntries', 'clock']);
  if (data === undefined || data.length === 0) return null;
  const currencies = [...new Set(data.map(({ Currency }) => Currency))];
  return (
    <section class="panel turnover" aria-labelledby="turnover-heading">
      <h2 id="turnover-heading">Billed and paid</h2>
      <p class="legend">
        <span class="key billed">Billed</span> <span class="key paid">Paid</span>
      </p>
      {currencies.map((currency) => (
        <Plot months={sinceFirst(data.filter(({ Currency }) => Currency === currency))} currency={currency} />
      ))}
    </section>
  );
}

/** Minimum number of months to show. */
const LEAST_MONTHS = 4;

/** Omits the months before anything was billed. */
function sinceFirst(months: readonly Month[]): readonly Month[] {
  const first = months.findIndex(({ Billed, Paid = 0 }) => Billed !== 0 || Paid !== 0);
  return months.slice(Math.max(0, Math.min(first, months.length - LEAST_MONTHS)));
}

/** Amounts by month as a chart, and the same data as a table. */
export function Plot({
  months,
  currency,
}: {
  readonly months: readonly PlottedMonth[];
  readonly currency: string;
}) {
  const hasPaid = months.some(({ Paid }) => Paid !== undefined);
  const most = Math.max(1, ...months.flatMap(({ Billed, Paid = 0 }) => [Billed, Paid]));
  const step = WIDTH / months.length;
  const height = (amount: number) => (Math.max(0, amount) / most) * (BASE - 20);
  const bar = (kind: 'billed' | 'paid', amount: number, left: number) => (
    <rect class={kind} x={left} y={BASE - height(amount)} width={step * 0.36} height={height(amount)} />
  );
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <text x="0" y="12">
          {money(most, currency)}
        </text>
        <line class="zero" x1="0" y1={BASE} x2={WIDTH} y2={BASE} />
        {months.map(({ Month: name, Billed, Paid = 0 }, at) => (
          <g>
            <title>{`${name}: billed ${money(Billed, currency)}${hasPaid ? `, paid ${money(Paid, currency)}` : ''}`}</title>
            {bar('billed', Billed, at * step + step * 0.1)}
            {hasPaid && bar('paid', Paid, at * step + step * 0.5)}
            {(months.length - 1 - at) % 3 === 0 && (
              <text x={(at + 1) * step} y={HEIGHT - 6} text-anchor="end">
                {name}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>As a table, {currency}</summary>
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" class="number">
                Billed
              </th>
              {hasPaid && (
                <th scope="col" class="number">
                  Paid
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {months.map(({ Month: name, Billed, Paid = 0 }) => (
              <tr>
                <td>{name}</td>
                <td class="number">{money(Billed, currency)}</td>
                {hasPaid && <td class="number">{money(Paid, currency)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** Number of listed tasks. */
const LISTED = 8;

/** Lists what is due in the next seven days; webhook attempts are grouped in one row. */
export function NextWeekPanel() {
  useObservable(clock);
  const until = new Date(Math.floor((now() + 7 * DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  const { data } = useTasks(`take=500&until=${until}`);
  const tasks = data?.filter(({ Type }) => Type !== 'delivery');
  const attempts = (data?.length ?? 0) - (tasks?.length ?? 0);
  return (
    <section class="panel" aria-labelledby="week-heading">
      <h2 id="week-heading">Next seven days</h2>
      {data === undefined && <p class="quiet">Loading</p>}
      {data?.length === 0 && <p class="quiet">Nothing is due.</p>}
      {tasks !== undefined && tasks.length > 0 && (
        <ol class="latest wraps">
          {tasks.slice(0, LISTED).map((task) => (
            <li>
              <Time at={task.DueAt} />
              <a href={taskHref(task.Type, task.Key)}>
                {dueText(task)}
                {task.ReferenceCode === undefined ? '' : ` · ${task.ReferenceCode}, ${task.CustomerName}`}
              </a>
              <span class="quiet">{distance(Date.parse(task.DueAt), now())}</span>
            </li>
          ))}
        </ol>
      )}
      {tasks !== undefined && tasks.length > LISTED && (
        <p class="quiet">and {plural(tasks.length - LISTED, 'more task')}.</p>
      )}
      {attempts > 0 && (
        <p>
          <a href={href('webhooks', undefined, { status: 'Pending' })}>
            {plural(attempts, 'webhook attempt')}
          </a>
        </p>
      )}
    </section>
  );
}
