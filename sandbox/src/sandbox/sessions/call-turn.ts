/** A call of a sandbox in the same process, whose turn is known. */
export class CallTurn {
  /** For example `clock.advance`, for `sandbox.clock.advance`. */
  readonly name: string;
  readonly args: readonly unknown[];

  constructor(name: string, args: readonly unknown[]) {
    this.name = name;
    this.args = args;
  }
}
