/** @jsxImportSource hono/jsx/dom */
import { useLayoutEffect, useRef, useState } from 'hono/jsx/dom';
import { openStatuses } from '../../../service/model/statuses.ts';
import { day, money, plural, time, words } from '../format.ts';
import { axisTicks, type Life, type Mark, visibleSpan, zooms } from '../life.ts';
import { setQuery, useRoute } from '../router.ts';
import { Choices } from './choices.tsx';

/** Width in pixels before the picture has been measured. */
const FIRST_WIDTH = 560;
const LEFT = 80;
const LANE = 30;
const lanes = [
  ['phase', 'Phases'],
  ['period', 'Billed'],
  ['payment', 'Payments'],
  ['booking', 'Bookings'],
  ['next', 'Next'],
] as const;
const AXIS = 22;
const BALANCE = 72;
const HEIGHT = AXIS + lanes.length * LANE + BALANCE + 20;

/** Shapes distinguish the dots without relying on color. */
type Shape = 'disc' | 'ring' | 'diamond' | 'square';

const shapes: Readonly<Record<string, readonly [Shape, string]>> = {
  ...Object.fromEntries(openStatuses.map((status) => [status, ['ring', 'wait'] as const])),
  Succeeded: ['disc', 'ok'],
  PreliminarySucceeded: ['disc', 'ok'],
  Payment: ['disc', 'ok'],
  Refunded: ['square', 'wait'],
  PartiallyRefunded: ['square', 'wait'],
  Refund: ['square', 'wait'],
  Failed: ['diamond', 'fail'],
  Chargeback: ['diamond', 'fail'],
  PartialChargeback: ['diamond', 'fail'],
  Receivable: ['square', 'none'],
  Credit: ['square', 'ok'],
};

/** A contract's life on one time axis, with the balance below, and the same data as a table. */
export function LifePicture({
  life,
  now,
  currency,
  title = 'Life',
  name = 'life',
}: {
  readonly life: Life;
  readonly now: number;
  readonly currency: string;
  readonly title?: string;
  /** Distinguishes this picture from others on the page. */
  readonly name?: string;
}) {
  const { query } = useRoute();
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(280, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const zoom = query.get('zoom') ?? '';
  const isTable = query.get('as') === 'table';
  const [from, to] = visibleSpan(life, zoom, now);
  const x = (at: number) => LEFT + ((at - from) / (to - from)) * (width - LEFT - 8);
  const seen = life.marks.filter((mark) => mark.to >= from && mark.from <= to);
  return (
    <section class="life" aria-labelledby={`${name}-heading`} ref={box}>
      <div class="heading">
        <h2 id={`${name}-heading`}>{title}</h2>
        <Choices label="Zoom" choices={zooms} value={zoom} onChoose={(next) => setQuery({ zoom: next })} />
        <button
          type="button"
          class="small"
          data-table-key
          aria-keyshortcuts="t"
          onClick={() => setQuery({ as: isTable ? '' : 'table' })}
        >
          {isTable ? 'Show as picture' : 'Show as table'}
        </button>
      </div>
      {isTable ? (
        <LifeTable marks={seen} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a picture with links is not a set of fields
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="group" aria-label={summarize(life, now)}>
          <defs>
            {/* One picture of the page has the pattern for all. */}
            {name === 'life' && (
              <pattern
                id="hatch"
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <line x1="0" y1="0" x2="0" y2="6" class="hatch" />
              </pattern>
            )}
            <clipPath id={`${name}-axis`}>
              <rect x={LEFT - 8} y="0" width={width - LEFT + 8} height={HEIGHT} />
            </clipPath>
          </defs>
          {axisTicks(from, to, Math.max(3, Math.floor(width / 80))).map(({ at, text }) => (
            <g class="tick">
              <line x1={x(at)} y1={AXIS} x2={x(at)} y2={HEIGHT - 20} />
              <text x={x(at)} y="14" text-anchor={x(at) > width - 24 ? 'end' : 'middle'}>
                {text}
              </text>
            </g>
          ))}
          {lanes.map(([, title], at) => (
            <text class="lane" x="0" y={AXIS + at * LANE + LANE / 2 + 4}>
              {title}
            </text>
          ))}
          <Balance
            life={life}
            x={x}
            width={width}
            to={Math.min(to, now)}
            currency={currency}
            clip={`url(#${name}-axis)`}
          />
          <g clip-path={`url(#${name}-axis)`}>
            {seen.map((mark) => (
              <MarkShape
                mark={mark}
                x={x}
                y={AXIS + lanes.findIndex(([name]) => name === mark.lane) * LANE}
              />
            ))}
            <line class="now" x1={x(now)} y1={AXIS - 4} x2={x(now)} y2={HEIGHT - 20} />
            <text class="now" x={Math.min(x(now), width - 48)} y={HEIGHT - 6} text-anchor="middle">
              now, {day(now)}
            </text>
          </g>
        </svg>
      )}
      {!isTable && <Legend />}
    </section>
  );
}

interface ShapeProps {
  readonly mark: Mark;
  readonly x: (at: number) => number;
  /** Top of the lane. */
  readonly y: number;
}

/** Separates bookings at the same instant: the owed amount is above the paid one. */
const lift = ({ lane, kind }: Mark): number =>
  lane !== 'booking' ? 0 : kind === 'Receivable' || kind === 'Chargeback' ? -7 : 7;

function MarkShape({ mark, x, y }: ShapeProps) {
  const { lane, from, to, kind, text, href, isPlanned } = mark;
  const when = to > from ? `${day(from)} to ${day(to)}` : time(from);
  const label = `${text} – ${when}`;
  const planned = isPlanned ? ' planned' : '';
  const shape =
    lane === 'phase' || lane === 'period' ? (
      <Block
        label={label}
        text={text}
        left={x(from)}
        width={Math.max(2, x(to) - x(from) - 1)}
        y={y}
        name={`${lane} ${kind}${planned}`}
      />
    ) : (
      <Dot label={label} at={x(from)} y={y + LANE / 2 + lift(mark)} kind={kind} planned={isPlanned} />
    );
  return href === undefined ? (
    shape
  ) : (
    <a href={href} aria-label={label}>
      {shape}
    </a>
  );
}

function Block({
  label,
  text,
  left,
  width,
  y,
  name,
}: {
  readonly label: string;
  readonly text: string;
  readonly left: number;
  readonly width: number;
  readonly y: number;
  readonly name: string;
}) {
  // Invoice numbers are long, and the amount is more informative.
  const short = text.includes(': ') ? text.slice(text.indexOf(': ') + 2) : words(text);
  return (
    <g class={`block ${name}`}>
      <title>{label}</title>
      <rect x={left} y={y + 4} width={width} height={LANE - 8} rx="3" />
      {width > short.length * 6.4 + 8 && (
        <text x={Math.max(left, LEFT) + 6} y={y + LANE / 2 + 4}>
          {short}
        </text>
      )}
    </g>
  );
}

function Dot({
  label,
  at,
  y,
  kind,
  planned,
}: {
  readonly label: string;
  readonly at: number;
  readonly y: number;
  readonly kind: string;
  readonly planned: boolean;
}) {
  const [shape, meaning] = shapes[kind] ?? (planned ? ['ring', 'none'] : ['disc', 'none']);
  return (
    <g class={`dot ${shape} meaning-${meaning}${planned ? ' planned' : ''}`}>
      <title>{label}</title>
      {shape === 'diamond' ? (
        <rect x={at - 5} y={y - 5} width="10" height="10" transform={`rotate(45 ${at} ${y})`} />
      ) : shape === 'square' ? (
        <rect x={at - 5} y={y - 5} width="10" height="10" />
      ) : (
        <circle cx={at} cy={y} r="5.5" />
      )}
    </g>
  );
}

function Balance({
  life,
  x,
  width,
  to,
  currency,
  clip,
}: {
  readonly clip: string;
  readonly life: Life;
  readonly x: (at: number) => number;
  readonly width: number;
  readonly to: number;
  readonly currency: string;
}) {
  const top = AXIS + lanes.length * LANE + 8;
  const amounts = [0, ...life.balance.map(({ amount }) => amount)];
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const isFlat = most === least;
  const middle = top + BALANCE / 2 - 6;
  const y = (amount: number) =>
    isFlat ? middle : top + (BALANCE - 20) * (1 - (amount - least) / (most - least)) + 4;
  let path = `M ${x(life.from)} ${y(0)}`;
  for (const { at, amount } of life.balance) path += ` H ${x(at)} V ${y(amount)}`;
  path += ` H ${x(Math.max(to, life.from))}`;
  const last = life.balance.at(-1)?.amount ?? 0;
  return (
    <g class="balance">
      {!isFlat && (
        <text class="lane" x="0" y={y(most) + 4}>
          {money(most, currency)}
        </text>
      )}
      <text class="lane" x="0" y={isFlat ? middle - 12 : (y(least) + y(most)) / 2 + 4}>
        Balance
      </text>
      <text class="lane" x="0" y={y(least) + 4}>
        {money(least, currency)}
      </text>
      <g clip-path={clip}>
        <line class="zero" x1={LEFT} y1={y(0)} x2={width} y2={y(0)} />
        <path d={path}>
          <title>{`Balance, now ${money(last, currency)}`}</title>
        </path>
      </g>
    </g>
  );
}

const legend: readonly (readonly [kind: string, text: string])[] = [
  ['Succeeded', 'paid'],
  ['Pending', 'pending'],
  ['Failed', 'failed or charged back'],
  ['Refunded', 'refunded'],
  ['Receivable', 'owed'],
  ['Credit', 'credit'],
];

function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      {legend.map(([kind, text]) => (
        <li>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <Dot label={text} at={8} y={8} kind={kind} planned={false} />
          </svg>
          {text}
        </li>
      ))}
      <li>
        <span class="swatch billed" /> billed period
      </li>
      <li>
        <span class="swatch planned" /> planned
      </li>
    </ul>
  );
}

function LifeTable({ marks }: { readonly marks: readonly Mark[] }) {
  return (
    <table class="diff">
      <caption class="hidden">The life of the contract</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {[...marks]
          .sort((a, b) => a.from - b.from)
          .map(({ from, to, lane, text, href, isPlanned }) => (
            <tr>
              <td>{time(from)}</td>
              <td>{to > from ? time(to) : ''}</td>
              <td>
                {lanes.find(([name]) => name === lane)?.[1]}:{' '}
                {href === undefined ? text : <a href={href}>{text}</a>}
                {isPlanned && ' (planned)'}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function summarize({ marks }: Life, now: number): string {
  const count = (lane: Mark['lane']) => marks.filter((mark) => mark.lane === lane && !mark.isPlanned).length;
  return `Life of the contract until ${day(now)}: ${plural(count('phase'), 'phase')}, ${plural(count('period'), 'billed period')}, ${plural(count('payment'), 'payment')}. The same facts are in the table.`;
}
