import { conflict, type Problem } from '../../domain/basics/problem.ts';
import type { SessionFile } from '../../model/session.ts';
import type { Traffic } from './traffic.ts';

/** Returns the recorded session of a workspace. @throws Problem 409 if it is not recorded */
export function getSession({ session }: Traffic): SessionFile {
  if (session === undefined) throw notRecorded();
  return session();
}

export function notRecorded(): Problem {
  return conflict(
    'This sandbox does not record a session. Start it with --record or createSandbox({ record: true }). ' +
      'State that browser tabs share in IndexedDB cannot be recorded.',
    'NotRecorded',
  );
}
