import { PLACEHOLDER, type PlaceholderPlace, parsePlaceholder } from '../../service/model/placeholder.ts';
import type { SessionFile, SessionRequest, SessionRow } from '../../service/model/session.ts';
import type { SignUpInput } from '../../service/model/sign-up.ts';

/** A step of a session, in recorded order. */
export type RecordedStep = { readonly row: number } & (
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
  /** The row started before, and others ran while it waited. */
  | { readonly kind: 'End' }
  /** The clock followed real time, and tasks became due. */
  | { readonly kind: 'Clock'; readonly now: string }
);

/** The same, as calls of a test kit. */
export type Step =
  | RecordedStep
  | ({ readonly row: number } /** A signup in one call. */ & (
      | {
          readonly kind: 'SignUp';
          /** The row of its order. */
          readonly order: number;
          readonly input: SignUpInput;
          /** Why its payment was declined. */
          readonly code?: string;
        }
      /** A request as a back end sends it. */
      | {
          readonly kind: 'Rest';
          readonly request: SessionRequest;
          readonly status: number;
          readonly waits: boolean;
        }
      /** A fault rule is added; without one, all are removed. */
      | { readonly kind: 'Fault'; readonly rule?: object }
    ));

/** A part of a text: literal, a placeholder, or the URL of the sandbox. */
export type Part = string | PlaceholderPlace | { readonly kind: 'BaseUrl' };

/** Fault rules of a recorded session are omitted: each affected request selects its own fault. */
const FAULT_RULES = /^\/sandbox\/faults\b/;

/** The steps of a session, without automatic work of the sandbox. @param hasFaults whether fault rules are steps */
export function toSteps({ Rows, Start }: SessionFile, hasFaults = false): readonly RecordedStep[] {
  const isDone = ({ Request, Call }: SessionRow) =>
    Call !== undefined || (Request !== undefined && (hasFaults || !FAULT_RULES.test(Request.Path)));
  const ends = new Map(
    Rows.flatMap(({ Row, GoesOn }) => (GoesOn === undefined ? [] : [[GoesOn, Row] as const])),
  );
  const done = Rows.filter(isDone);
  const waits = ({ Row }: SessionRow) =>
    done.some((other) => other.Row > Row && other.Row < (ends.get(Row) ?? 0));
  const waiting = new Set(done.filter(waits).map(({ Row }) => Row));
  return Rows.flatMap((row): RecordedStep[] => {
    const { Row, GoesOn = 0 } = row;
    if (isDone(row)) return [toStep(row, waiting.has(Row))];
    if (waiting.has(GoesOn) && ends.get(GoesOn) === Row) return [{ kind: 'End', row: GoesOn }];
    const isByItself = Start.Clock === undefined && row.Steps !== undefined && row.At !== undefined;
    return isByItself ? [{ kind: 'Clock', row: Row, now: row.Now }] : [];
  });
}

function toStep({ Row, Request, Call, Answer }: SessionRow, waits: boolean): RecordedStep {
  if (Request !== undefined)
    return { kind: 'Request', row: Row, request: Request, status: Answer?.Status ?? 0, waits };
  return { kind: 'Call', row: Row, name: Call?.Name ?? '', args: Call?.Arguments ?? [], waits };
}

/** Splits a text into literal parts and placeholders. */
export function toParts(text: string, baseUrl: string): readonly Part[] {
  return text.split(PLACEHOLDER).flatMap((part, at): Part[] => {
    if (at % 2 === 1) return [parsePlaceholder(part)];
    return part
      .split(baseUrl)
      .flatMap((piece, index, { length }) =>
        index === length - 1 ? [piece] : [piece, { kind: 'BaseUrl' } as const],
      )
      .filter((piece) => piece !== '');
  });
}

/** Headers that a test sends: without those that every client sends, and without a token of the control API. */
export function ownHeaders({
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

/** Returns a title: the last steps of a session, as far as the width allows. */
export function testTitle(steps: readonly Step[], width = 87): string {
  const last = steps.at(-1);
  const isRead = (step: Step) => 'request' in step && step.request.Method === 'GET' && step !== last;
  const parts = steps.flatMap((step) => (isRead(step) ? [] : describeStep(step)));
  const from = parts.findIndex((_, at) => parts.slice(at).join(', ').length + (at === 0 ? 0 : 3) <= width);
  if (from === 0) return parts.join(', ');
  return from < 0 ? (parts.at(-1)?.slice(0, width) ?? 'a session') : ['…', ...parts.slice(from)].join(', ');
}

function describeStep(step: Step): string[] {
  switch (step.kind) {
    case 'SignUp':
      return [step.code === undefined ? 'a customer signs up' : `a signup fails with ${step.code}`];
    case 'Clock':
      return [`it is ${step.now}`];
    case 'Fault':
      return step.rule === undefined ? [] : ['requests fail'];
    case 'Call': {
      const [given] = step.args as [unknown];
      if (step.name === 'clock.advance') return [`${given} later`];
      if (step.name === 'clock.set') return [`it is ${given}`];
      if (step.name !== 'payments.next') return [];
      return [`the next payment: ${Object.values((given as { Outcome?: object })?.Outcome ?? {}).join(' ')}`];
    }
    case 'End':
      return [];
    default: {
      const { Method, Path } = step.request;
      const path = (Path.split('?')[0] ?? '').replace(/^\/api\/v1/, '').replace(PLACEHOLDER, '…');
      const came = step.status === 0 ? ' gets no answer' : ` answers ${step.status}`;
      return [`${Method} ${path}${step.status >= 200 && step.status < 300 ? '' : came}`];
    }
  }
}

export function lastRequest(steps: readonly Step[]) {
  return steps.findLast((step) => step.kind === 'Request');
}

/** Returns whether another step is pending meanwhile. */
export function isMeanwhile(steps: readonly Step[], row: number): boolean {
  const begun = steps.filter((step) => 'waits' in step && step.waits && step.row < row);
  const ended = steps.slice(
    0,
    steps.findIndex((step) => step.row === row),
  );
  return begun.some((step) => !ended.some((end) => end.kind === 'End' && end.row === step.row));
}

/** Returns whether steps overlapped before: the response may depend on which one came first. */
export const followsOverlap = (steps: readonly Step[], row: number): boolean =>
  steps.some((step) => 'waits' in step && step.waits && step.row < row);

/** Returns the responses of webhook receivers in order: status codes, and 0 for no response. */
export const receiversAnswers = ({ Rows }: SessionFile): readonly number[] =>
  Rows.flatMap(({ Delivery }) => (Delivery === undefined ? [] : [Delivery.StatusCode ?? 0]));
