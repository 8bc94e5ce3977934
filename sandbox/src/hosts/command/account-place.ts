import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../clients/account/account-client.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import type { ImportPlace } from './import-command.ts';
import { print, printError } from './output.ts';
import type { VerifyPlace } from './verify-command.ts';

/** The client secret is never taken from the command line, which other users of a machine can read. */
const SECRET = 'CLIENTLIB_CLIENT_SECRET';

/** The terminal that prompts for input. */
interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
}

/** Returns the client secret from the environment or a prompt. @throws AccountError if there is neither */
export async function clientSecret(clientId: string, { stdin, stderr }: Terminal = process): Promise<string> {
  const given = process.env[SECRET];
  if (given !== undefined && given !== '') return given;
  const missing = new AccountError(`The client secret of ${clientId} is missing. Set ${SECRET}.`);
  if (stdin.isTTY !== true) throw missing;
  stderr.write(`Client secret of ${clientId}: `);
  // Input is not echoed.
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nothing, terminal: true });
  try {
    // Ctrl+C and Ctrl+D close it without input.
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const typed = await Promise.race([lines.question(''), closed]);
    if (typed === '') throw missing;
    return typed;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test(await lines.question(`${question} [y/N] `));
  } finally {
    lines.close();
  }
}

/** The network, real time and the progress of a command. */
export const environment: Environment = {
  fetch: (input, init) => fetch(input, init),
  sleep: (milliseconds) => sleep(milliseconds),
  onWait: (reason, seconds) => progress(`Waiting ${Math.ceil(seconds)} s: ${reason}.\n`),
};

/** The terminal of a command. */
export async function importPlace(clientId: string): Promise<ImportPlace> {
  return {
    ...environment,
    secret: await clientSecret(clientId),
    print,
    progress,
    confirm: process.stdin.isTTY ? confirm : undefined,
  };
}

/** The terminal of a command that may not need the secret. */
export function verifyPlace(clientId = ''): VerifyPlace {
  return {
    ...environment,
    secret: () => clientSecret(clientId),
    print,
    progress,
  };
}

function progress(text: string): void {
  printError(text);
}
