import { PLACEHOLDER, type PlaceholderPlace, placeOf } from '../../service/model/placeholder.ts';
import type { SessionFile, SessionRequest, SessionRow } from '../../service/model/session.ts';

/** What a test of a session does, in its order. */
export type Step = { readonly row: number } & (
  | {
      readonly kind: 'Request';
      readonly request: SessionRequest;
      readonly status: number;
      readonly waits: boolean;
    }
  | {
      readonly kind: 'Call';
      readonly name: string;
      readonly args: readonly unknown[];
      readonly waits: boolean;
    }
  /** The row was begun before, and others went on while it waited. */
  | { readonly kind: 'End' }
  /** The clock followed the real time, and something fell due. */
  | { readonly kind: 'Clock'; readonly now: string }
);

/** A part of a text: as it stands, what a placeholder stands for, or the address of the sandbox. */
export type Part = string | PlaceholderPlace | { readonly kind: 'BaseUrl' };

/** Fault rules are left out: what they did to an answer, its request asks for. */
const FAULT_RULES = /^\/sandbox\/faults\b/;

const isDone = ({ Request, Call }: SessionRow) =>
  Call !== undefined || (Request !== undefined && !FAULT_RULES.test(Request.Path));

/** The steps of a session; what the sandbox does by itself is none. */
export function stepsOf({ Rows, Start }: SessionFile): readonly Step[] {
  const ends = new Map(
    Rows.flatMap(({ Row, GoesOn }) => (GoesOn === undefined ? [] : [[GoesOn, Row] as const])),
  );
  const done = Rows.filter(isDone);
  const waits = ({ Row }: SessionRow) =>
    done.some((other) => other.Row > Row && other.Row < (ends.get(Row) ?? 0));
  const waiting = new Set(done.filter(waits).map(({ Row }) => Row));
  return Rows.flatMap((row): Step[] => {
    const { Row, GoesOn = 0 } = row;
    if (isDone(row)) return [stepOf(row, waiting.has(Row))];
    if (waiting.has(GoesOn) && ends.get(GoesOn) === Row) return [{ kind: 'End', row: GoesOn }];
    const isByItself = Start.Clock === undefined && row.Steps !== undefined && row.At !== undefined;
    return isByItself ? [{ kind: 'Clock', row: Row, now: row.Now }] : [];
  });
}

function stepOf({ Row, Request, Call, Answer }: SessionRow, waits: boolean): Step {
  if (Request !== undefined)
    return { kind: 'Request', row: Row, request: Request, status: Answer?.Status ?? 0, waits };
  return { kind: 'Call', row: Row, name: Call?.Name ?? '', args: Call?.Arguments ?? [], waits };
}

/** What a text is made of. */
export function partsOf(text: string, baseUrl: string): readonly Part[] {
  return text.split(PLACEHOLDER).flatMap((part, at): Part[] => {
    if (at % 2 === 1) return [placeOf(part)];
    return part
      .split(baseUrl)
      .flatMap((piece, index, { length }) =>
        index === length - 1 ? [piece] : [piece, { kind: 'BaseUrl' } as const],
      )
      .filter((piece) => piece !== '');
  });
}

/** Headers that a test sends: without those that every client sends, and without a token of the control API. */
export function headersOf({
  Path,
  Headers = {},
  Fault,
  Body,
  Form,
  Text,
}: SessionRequest): Record<string, string> {
  const hasBody = (Body ?? Form ?? Text) !== undefined;
  const sent = Object.entries(Headers).filter(([name, value]) => {
    if (name === 'Authorization') return !Path.startsWith('/sandbox');
    return value !== '*/*' && value !== '*' && (hasBody || name !== 'Content-Type');
  });
  return { ...Object.fromEntries(sent), ...(Fault === undefined ? {} : { 'X-Sandbox-Fault': Fault }) };
}

/** Says what a session is about: its last request with its answer. */
export function titleOf(steps: readonly Step[]): string {
  const last = lastRequest(steps);
  if (last === undefined) return 'a session';
  const { Method, Path } = last.request;
  const came = last.status === 0 ? 'gets no answer' : `answers ${last.status}`;
  return `${Method} ${(Path.split('?')[0] ?? '').replace(PLACEHOLDER, '…')} ${came}`;
}

export function lastRequest(steps: readonly Step[]) {
  return steps.findLast((step) => step.kind === 'Request');
}

/** Whether another step waits meanwhile: what is answered then may depend on who comes first. */
export function isMeanwhile(steps: readonly Step[], row: number): boolean {
  const begun = steps.filter((step) => 'waits' in step && step.waits && step.row < row);
  const ended = steps.slice(
    0,
    steps.findIndex((step) => step.row === row),
  );
  return begun.some((step) => !ended.some((end) => end.kind === 'End' && end.row === step.row));
}

/** The answers of receivers of webhooks in their order: status codes, and 0 where none came. */
export const receiversAnswers = ({ Rows }: SessionFile): readonly number[] =>
  Rows.flatMap(({ Delivery }) => (Delivery === undefined ? [] : [Delivery.StatusCode ?? 0]));
