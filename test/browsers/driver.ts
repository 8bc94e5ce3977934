/*
 * What the steps need of a browser. Each engine has a driver that does this in its own protocol; the steps do not know
 * which one they run in.
 */

/** An XPath expression; see locators.ts. */
export type Target = string;

/** A document that can be used: the page, or what is in a frame of it. Everything waits for its target. */
export interface Place {
  click(target: Target): Promise<void>;
  /** Replaces what is in the field, by keys. */
  fill(target: Target, text: string): Promise<void>;
  /** Chooses an option of a select by its value. */
  select(target: Target, value: string): Promise<void>;
  /** Waits until the target is visible. */
  see(target: Target): Promise<void>;
  /** The document in the frame, which may stand in a shadow root. */
  frame(css: string): Promise<Place>;
  /** Runs a function of its own, without a closure, in the document. Takes and returns JSON. */
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
}

/** A page without cookies and storage of another one. */
export interface Page extends Place {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Presses a key where the focus is. */
  press(key: 'Tab' | 'Enter' | 'Escape' | 'ArrowLeft' | 'ArrowRight'): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  /** What the page logged as errors and threw, where the protocol reports it. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** A started browser. */
export interface Engine {
  /** As `Firefox 140`. */
  readonly version: string;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** Below the limit of a test, so that an error names the target. */
export const TIMEOUT_MS = 15_000;
