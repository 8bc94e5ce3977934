/** Moves the cursor, changes colors or the title of a terminal. Line breaks and tabs stay. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** A text for a terminal: what a file, a service or a receiver sent cannot control it. */
export const printable = (text: string): string => text.replace(CONTROL, '\ufffd');

/** Writes to the standard output. */
export const print = (text: string): void => void process.stdout.write(printable(text));

/** Writes to the standard error. */
export const printError = (text: string): void => void process.stderr.write(printable(text));
