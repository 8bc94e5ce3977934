import { AccountError } from './service-url.ts';

/** Files that the command writes and reads: how each begins, and the command that reads it. */
const kinds = {
  session: { begins: /"Format"\s*:\s*"clientlib-sandbox session"/, taken: 'replay FILE or --session FILE' },
  cassette: {
    begins: /"Format"\s*:\s*"clientlib-sandbox cassette"|"Exchanges"\s*:\s*\[/,
    taken: 'verify --cassette FILE',
  },
  snapshot: {
    begins: /^\s*\{\s*"(Workspace|Version|Clock)"\s*:(?![\s\S]*"(Exchanges|Rows)"\s*:)/,
    taken: '--snapshot FILE or forecast --snapshot FILE',
  },
  configuration: {
    begins: /^\s*\{\s*"(\$schema|Account|Catalogue|Providers)"\s*:/,
    taken: '--config FILE',
  },
} as const;

type FileKind = keyof typeof kinds;

/** Number of characters of a file that identify its kind. */
const BEGINNING = 4_000;

/** Rejects a file of another kind than the command expects. @throws AccountError that names the right command */
export function refuseOtherKind(expected: FileKind, text: string, file: string): void {
  const beginning = text.slice(0, BEGINNING);
  for (const [kind, { begins, taken }] of Object.entries(kinds)) {
    if (!begins.test(beginning)) continue;
    if (kind === expected) return;
    throw new AccountError(`${file} is a ${kind}, not a ${expected}. It is for clientlib-sandbox ${taken}.`);
  }
}
