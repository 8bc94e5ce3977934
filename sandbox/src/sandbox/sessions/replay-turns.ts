import { RequestTurn } from '../../service/http/traffic/request-turn.ts';
import type { Flow, TurnListener, Turns } from '../../service/state/turns.ts';
import { CallTurn } from './call-turn.ts';

/** Number of other turns after which an expected one counts as missing. */
const PATIENCE = 2_000;

/** The flow with the next turn: a new one, a continued one, or a step of the schedule. */
type Expected =
  | { readonly kind: 'First' }
  | { readonly kind: 'GoesOn'; readonly flow: Flow }
  | { readonly kind: 'Step' };

/** Assigns turns in the order of a recorded session, one at a time. */
export class ReplayTurns {
  readonly #turns: Turns;
  readonly #schedule: Flow;
  #expected: Expected | undefined;
  #tick: Promise<void> | undefined;
  #ended: ((ended: { readonly flow: Flow; readonly waits: boolean }) => void) | undefined;

  /** @param recorder also observes the turns */
  constructor(turns: Turns, schedule: Flow, recorder: TurnListener) {
    this.#turns = turns;
    this.#schedule = schedule;
    turns.admits = (flow, goesOn) => this.#isExpected(flow, goesOn);
    turns.listener = {
      began: (flow, goesOn) => recorder.began(flow, goesOn),
      ended: (flow, waits) => {
        recorder.ended(flow, waits);
        this.#expected = undefined;
        this.#ended?.({ flow, waits });
      },
      cutIn: (flow, holder) => recorder.cutIn(flow, holder),
      // Work that was dropped was not the expected turn.
      dropped: () => {},
    };
  }

  /**
   * Assigns one turn. @param begin starts the flow @param until ends the wait: the flow has ended without a turn
   * @returns the flow of the turn and whether it waits now; `undefined` if no flow took the turn
   */
  async give(
    expected: Expected,
    begin: () => void,
    until?: Promise<unknown>,
  ): Promise<{ readonly flow: Flow; readonly waits: boolean } | undefined> {
    let isOver = false;
    const ended = new Promise<{ readonly flow: Flow; readonly waits: boolean }>((resolve) => {
      this.#ended = (end) => {
        isOver = true;
        resolve(end);
      };
    });
    this.#expected = expected;
    begin();
    this.#turns.next();
    const none = this.#givenUp(() => isOver, until);
    const result = await Promise.race([ended, none]);
    this.#expected = undefined;
    this.#ended = undefined;
    return result;
  }

  /** Assigns free turns to all flows from now on. @param recorder is notified of them */
  end(recorder: TurnListener): void {
    this.#turns.admits = undefined;
    this.#turns.listener = recorder;
    this.#turns.next();
  }

  /** Resolves when the turn will not be taken: the flow has ended, or was idle for long. */
  async #givenUp(isOver: () => boolean, until: Promise<unknown> | undefined): Promise<undefined> {
    let hasEnded = false;
    void until?.then(
      () => {
        hasEnded = true;
      },
      () => {
        hasEnded = true;
      },
    );
    for (let turn = 0; turn < PATIENCE && !isOver() && !hasEnded; turn += 1) await this.#others();
    // While a flow works it is only slow.
    while (!isOver() && this.#turns.holder !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 1));
    return isOver() ? new Promise(() => {}) : undefined;
  }

  /** Lets other flows run. All rows share one timer: an engine allows only a few at a time. */
  #others(): Promise<void> {
    this.#tick ??= new Promise((resolve) => {
      setTimeout(() => {
        this.#tick = undefined;
        resolve();
      }, 0);
    });
    return this.#tick;
  }

  #isExpected(flow: Flow, goesOn: boolean): boolean {
    const { kind } = this.#expected ?? {};
    if (kind === undefined) return false;
    if (kind === 'Step') return flow === this.#schedule && !goesOn;
    if (kind === 'First') return !goesOn && (flow instanceof RequestTurn || flow instanceof CallTurn);
    return goesOn && this.#expected?.kind === 'GoesOn' && this.#expected.flow === flow;
  }
}
