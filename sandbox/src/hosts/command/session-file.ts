import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type SessionFile, sessionFile } from '../../service/model/session.ts';
import { UsageError } from './command-line.ts';

/** Reads a session. @throws UsageError with the path, and the field that is wrong */
export async function readSession(file: string): Promise<SessionFile> {
  const path = resolve(file);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT'
        ? `${path} does not exist. Expected a session from GET /sandbox/session.`
        : `${path} is not valid JSON. Expected a session from GET /sandbox/session.`,
    );
  }
  const read = sessionFile.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `${path}: ${issue?.path.join('.')}: ${issue?.message}. Expected a session of version 1.`,
  );
}
