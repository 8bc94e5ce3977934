/** Moves the cursor, changes colors or the title of a terminal. Line breaks and tabs are kept. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** Removes control sequences from a text for a terminal, because files, services and receivers may contain them. */
export const printable = (text: string): string => text.replace(CONTROL, '\ufffd');

/** Writes to the standard output. */
export const print = (text: string): void => void process.stdout.write(printable(text));

/** Writes to the standard error. */
export const printError = (text: string): void => void process.stderr.write(printable(text));
