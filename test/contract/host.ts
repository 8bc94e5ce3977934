import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from './receiver.ts';
import { referenceLog } from './reference.ts';
import { caseNames, type EventLog, type Place, runCase } from './suite.ts';

/** Where the sandbox runs. */
export interface Host {
  readonly name: string;
  /** Whether it has the seed itself; a workspace has one of its own, so that ids of two workspaces differ. */
  readonly hasSeed: boolean;
  open(receiverUrl: string): Promise<Place & { close(): unknown }>;
}

const namesOf = (log: EventLog) => log.map(({ Event }) => Event);

/** The same cases in each host, compared with what happens in this process. */
export const contractIn = ({ name, hasSeed, open }: Host) =>
  describe(`the contract, ${name}`, () => {
    let receiver: Receiver;
    let place: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      receiver = await openReceiver();
      place = await open(receiver.url);
    });
    afterAll(async () => {
      await place?.close();
      await receiver?.close();
    });

    it.each(caseNames)('%s', async (caseName) => {
      const log = await runCase(caseName, place);
      const reference = await referenceLog(caseName, receiver.url);
      if (hasSeed) expect(log).toEqual(reference);
      else expect(namesOf(log)).toEqual(namesOf(reference));
    });
  });
