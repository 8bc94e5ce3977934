import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fails, type ShrinkOptions, shrinkSession } from '../../clients/replay/shrink.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { SessionFile } from '../../service/model/session.ts';
import { UsageError } from './command-line.ts';

/** The variable of the environment in which a command finds the session. */
const SESSION_FILE = 'CLIENTLIB_SESSION_FILE';

/** Exit codes of a shell that could not run a command. */
const NOT_RUN = [126, 127];

/** Reduces a session to the fewest rows with which it fails. @throws UsageError if it does not fail at all */
export async function shrunk(
  session: SessionFile,
  condition: string,
  options: Pick<ShrinkOptions, 'open'> = {},
): Promise<SessionFile> {
  const evaluate = toExpression(condition);
  const found = await (evaluate === undefined
    ? withFile((file) =>
        shrinkSession(session, failsByCommand(condition, file), { ...options, isCheap: false }),
      )
    : shrinkSession(session, failsByExpression(condition, evaluate), options));
  if (found !== undefined) return found;
  throw new UsageError(
    evaluate === undefined
      ? `"${condition}" exits with 0 for the whole session, so there is nothing to shrink. The command gets the file in $${SESSION_FILE} and must exit with another code if the session fails.`
      : `${condition} is not true for the whole session, so there is nothing to shrink. Expected an expression that is true if the session fails.`,
  );
}

type Evaluate = (sandbox: Sandbox) => unknown;

/** A condition that contains `sandbox` and is JavaScript. */
export function toExpression(condition: string): Evaluate | undefined {
  if (!/\bsandbox\b/.test(condition)) return undefined;
  try {
    return new Function('sandbox', `return (${condition});`) as Evaluate;
  } catch {
    return undefined;
  }
}

/**
 * An expression that cannot be evaluated in a part of a session counts as passing there; an error in the expression
 * shows up in the whole session.
 */
function failsByExpression(condition: string, evaluate: Evaluate): Fails {
  return async (sandbox) => {
    try {
      return Boolean(await evaluate(sandbox));
    } catch (error) {
      if (error instanceof ReferenceError) throw new UsageError(`${condition}: ${error.message}.`);
      return false;
    }
  };
}

function failsByCommand(command: string, file: string): Fails {
  return async (sandbox) => {
    await writeFile(file, JSON.stringify(sandbox.session()));
    const code = await new Promise<number | null>((resolve, reject) => {
      const env = { ...process.env, [SESSION_FILE]: file };
      spawn(command, { shell: true, stdio: 'ignore', env }).once('exit', resolve).once('error', reject);
    });
    if (code !== null && NOT_RUN.includes(code))
      throw new UsageError(`"${command}" could not be started: exit code ${code}.`);
    return code !== 0;
  };
}

async function withFile<R>(work: (file: string) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'clientlib-sandbox-'));
  try {
    return await work(join(folder, 'session.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
