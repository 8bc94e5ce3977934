import { refuseUnknown } from '../../domain/basics/known-names.ts';
import { invalid } from '../../domain/basics/problem.ts';
import { FAULT_FIELDS, FAULT_LIMITS, NO_FAULT } from '../../model/fault-limits.ts';
import { Random } from '../../state/random.ts';
import { HttpProblem } from '../wire/http-problem.ts';

/** The delay of a response in real milliseconds: constant, or drawn from a distribution. */
export type Delay =
  | number
  | { readonly Min: number; readonly Max: number }
  | { readonly Mean: number; readonly Deviation: number };

/** The fault. */
export interface Fault {
  /** Responds with this status instead of processing the request. */
  readonly Status?: number | undefined;
  /** Delays the response. */
  readonly DelayMs?: Delay | undefined;
  /** With `DelayMs`: processes the request first, then delays the response. */
  readonly DelayResponse?: boolean | undefined;
  /** Closes the connection before the request is processed. */
  readonly Drop?: boolean | undefined;
  /** Processes the request, then closes the connection before the response. */
  readonly DropResponse?: boolean | undefined;
  /** Processes the request, then cuts the response body off in the middle. */
  readonly Truncate?: boolean | undefined;
}

export interface FaultRule {
  readonly Id: string;
  readonly Method?: string | undefined;
  /** Path below the workspace; case-insensitive, and `*` matches anything. */
  readonly Path?: string | undefined;
  /** From 0 to 1; with a seed, the same script fails at the same requests. */
  readonly Probability?: number | undefined;
  /** Remaining number of times; unlimited if omitted. */
  readonly Times?: number | undefined;
  readonly Fault: Fault;
}

/**
 * The connection broke because of a fault, or because the client left. Thrown by `fetch` of an in-process sandbox, like
 * a failed fetch; hosts break their connection.
 */
export class ConnectionDropped extends TypeError {
  constructor(message = 'The connection was dropped by a fault rule of the sandbox.') {
    super(message);
    this.name = 'ConnectionDropped';
  }
}

/** In a request it selects a fault; in a response it names the fault that was applied. */
export const FAULT_HEADER = 'X-Sandbox-Fault';

/** Responses whose body is cut off, so that a host breaks the connection. (Reading a header would slow down all responses.) */
export const truncatedResponses = new WeakSet<Response>();

/** Maximum number of rules: each request is compared with all of them. */
const MAX_RULES = 1_000;

/** The fault rules of one workspace. They are not part of the service's state, so snapshots do not contain them. */
export class Faults {
  readonly #random: Random;
  #rules: FaultRule[] = [];
  /** The number of requests that each rule has matched. */
  readonly #hits = new Map<string, number>();
  #last = 0;

  constructor(seed: string | undefined) {
    this.#random = new Random(seed === undefined ? undefined : `faults of ${seed}`);
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  /** @throws Problem for an unknown name, and for an invalid value */
  add(rule: Omit<FaultRule, 'Id'>): FaultRule {
    checkRule(rule);
    if (this.#rules.length >= MAX_RULES)
      throw invalid(
        '',
        `there are ${MAX_RULES} fault rules, the maximum; DELETE /sandbox/faults removes them`,
      );
    this.#last += 1;
    const added = { Id: String(this.#last), ...rule };
    this.#rules.push(added);
    return added;
  }

  remove(id: string): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.Id !== id);
    return this.#rules.length < before;
  }

  hitsOf(id: string): number {
    return this.#hits.get(id) ?? 0;
  }

  /**
   * Replaces all rules, keeping the ids of the new ones.
   *
   * @throws Problem as `add`; in that case, nothing is replaced
   */
  replace(rules: readonly FaultRule[]): void {
    for (const { Id, ...rule } of rules) checkRule(rule);
    this.clear();
    this.#rules = [...rules];
    this.#last = Math.max(this.#last, ...rules.map(({ Id }) => Number(Id)));
  }

  clear(): void {
    this.#hits.clear();
    this.#rules = [];
  }

  /** The fault of a request: from its own header, or else of the first matching rule. */
  meet(method: string, path: string, header: string | undefined): Fault | undefined {
    if (header !== undefined) return faultOfHeader(header);
    if (this.#rules.length === 0) return undefined;
    const rule = this.#rules.find(
      (candidate) => fits(candidate, method, path) && this.#happens(candidate.Probability),
    );
    if (rule === undefined) return undefined;
    this.#hits.set(rule.Id, this.hitsOf(rule.Id) + 1);
    if (rule.Times !== undefined) this.#count(rule, rule.Times);
    return rule.Fault;
  }

  /** The delay of the response in milliseconds. */
  drawDelay(fault: Fault): number {
    const delay = fault.DelayMs ?? 0;
    const wanted =
      typeof delay === 'number'
        ? delay
        : 'Min' in delay
          ? delay.Min + (delay.Max - delay.Min) * this.#random.fraction()
          : delay.Mean + delay.Deviation * this.#normal();
    return Math.min(FAULT_LIMITS.maxDelayMs, Math.max(0, wanted));
  }

  #happens(probability: number | undefined): boolean {
    return probability === undefined || this.#random.fraction() < probability;
  }

  #count(rule: FaultRule, times: number): void {
    this.#rules = this.#rules.flatMap((entry) => {
      if (entry !== rule) return [entry];
      return times > 1 ? [{ ...rule, Times: times - 1 }] : [];
    });
  }

  /** Normally distributed around 0 with deviation 1 (Box-Muller). */
  #normal(): number {
    return (
      Math.sqrt(-2 * Math.log(1 - this.#random.fraction())) * Math.cos(2 * Math.PI * this.#random.fraction())
    );
  }
}

const RULE = ['Method', 'Path', 'Probability', 'Times', 'Fault'];

/** Validates a rule that is added in process, like the control API does. */
function checkRule(rule: Omit<FaultRule, 'Id'>): void {
  refuseUnknown(rule, RULE, '');
  const { Probability = 1, Times = 1, Fault = {} } = rule;
  checkText('Method', rule.Method, FAULT_LIMITS.maxMethodLength);
  checkText('Path', rule.Path, FAULT_LIMITS.maxPathLength);
  refuseUnknown(Fault, FAULT_FIELDS, 'Fault.');
  if (Object.keys(Fault).length === 0) throw invalid('Fault', NO_FAULT);
  if (!(Probability >= 0 && Probability <= 1))
    throw invalid('Probability', `expected a number from 0 to 1, got ${Probability}`);
  if (!Number.isInteger(Times) || Times < 1)
    throw invalid('Times', `expected a whole number of at least 1, got ${Times}`);
  const { minStatus, maxStatus, maxDelayMs } = FAULT_LIMITS;
  const { Status = minStatus, DelayMs = 0 } = Fault;
  if (!Number.isInteger(Status) || Status < minStatus || Status > maxStatus)
    throw invalid('Fault.Status', `expected a status from ${minStatus} to ${maxStatus}, got ${Status}`);
  for (const delay of typeof DelayMs === 'object' ? Object.values(DelayMs) : [DelayMs])
    if (!(typeof delay === 'number' && delay >= 0 && delay <= maxDelayMs))
      throw invalid('Fault.DelayMs', `expected milliseconds from 0 to ${maxDelayMs}, got ${delay}`);
}

function checkText(field: string, value: unknown, maxLength: number): void {
  if (value === undefined || (typeof value === 'string' && value.length <= maxLength)) return;
  throw invalid(field, `expected a text of at most ${maxLength} characters`);
}

function fits(rule: FaultRule, method: string, path: string): boolean {
  if (rule.Method !== undefined && rule.Method.toUpperCase() !== method) return false;
  if (rule.Path === undefined) return true;
  return matches(comparable(rule.Path).split('*'), comparable(path));
}

/** Returns whether a text contains these parts in order, with anything between. Matches each part at its first position. */
function matches([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Normalizes a path as the router does: case, doubled and trailing slashes do not matter (field notes 2.1). */
function comparable(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
}

/** `X-Sandbox-Fault: status=503; delay=200`, also with `drop`, `drop-response` and `truncate`; `none` disables the rules. */
export function faultOfHeader(text: string): Fault {
  const fault: { -readonly [K in keyof Fault]: Fault[K] } = {};
  for (const part of text.split(';').map((entry) => entry.trim().toLowerCase())) {
    const [name, value = ''] = part.split('=').map((entry) => entry.trim());
    if (name === 'status' && /^[45]\d\d$/.test(value)) fault.Status = Number(value);
    else if (name === 'delay' && /^\d{1,6}$/.test(value)) fault.DelayMs = Number(value);
    else if (name === 'drop') fault.Drop = true;
    else if (name === 'drop-response') fault.DropResponse = true;
    else if (name === 'truncate') fault.Truncate = true;
    else if (part === 'none') continue;
    else if (part !== '') {
      throw new HttpProblem(
        400,
        'InvalidFault',
        `X-Sandbox-Fault: "${part.slice(0, 40)}" is not valid. Use status=503, delay=200, drop, drop-response, truncate or none.`,
      );
    }
  }
  return fault;
}
