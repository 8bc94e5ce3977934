import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refuseOtherKind } from '../../clients/account/file-kind.ts';
import { invalid } from '../../service/domain/basics/problem.ts';
import type { SessionFile } from '../../service/model/session.ts';
import { incomingSession } from '../../service/snapshot/incoming-session.ts';
import { UsageError } from './command-line.ts';

const notJson = invalid('body', 'is not valid JSON');

/** Reads a session and validates it like `PUT /sandbox/session`. @throws UsageError with the path, and the invalid field */
export async function readSession(file: string): Promise<SessionFile> {
  const path = resolve(file);
  try {
    return await incomingSession(createReadStream(path), () => undefined, notJson);
  } catch (error) {
    refuseOtherKind('session', await readFile(path, 'utf8').catch(() => ''), file);
    const { code, message } = error as NodeJS.ErrnoException;
    const wrong =
      error === notJson ? ' is not valid JSON' : code === 'ENOENT' ? ' does not exist' : `: ${message}`;
    throw new UsageError(`${path}${wrong}. Expected a session from GET /sandbox/session.`);
  }
}
