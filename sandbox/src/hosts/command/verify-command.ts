import { readFile } from 'node:fs/promises';
import { AccountClient, type Environment } from '../../clients/account/account-client.ts';
import { type Exchange, readCassette } from '../../clients/account/cassette.ts';
import { compareCassette } from '../../clients/account/compare-cassette.ts';
import { refuseOtherKind } from '../../clients/account/file-kind.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import { compareReadOnly, liveService, Verification } from '../../clients/account/verify.ts';
import {
  readAccepted,
  type VerifyReport,
  verifyJunit,
  verifyText,
} from '../../clients/account/verify-report.ts';
import type { VerifyRequest } from '../../clients/account/verify-requests.ts';
import { compareShapes } from '../../clients/account/verify-shapes.ts';
import { compareSignups, findTestBearer } from '../../clients/account/verify-signups.ts';
import { readVocabulary } from '../../clients/account/vocabulary.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { readConfiguration } from '../../service/configuration/read.ts';
import { refuseOtherFile } from './cassette-file.ts';
import { writeWhole } from './whole-file.ts';

export interface VerifyOptions {
  /** Address of the service; if omitted, a cassette is compared. */
  readonly against?: string;
  readonly clientId?: string;
  readonly authUrl?: string;
  /** Configuration of the sandbox, as written by `import`. */
  readonly config?: string;
  /** Known differences. */
  readonly accept?: string;
  /** Responses of the service: written with `against`, read without it. */
  readonly cassette?: string;
  readonly junit?: string;
  /** Also complete signups, on a test account. */
  readonly write?: true;
  /** Public key of the account, which shows whether it is a test account. */
  readonly publicKey?: string;
}

/** The parts of the host that the command uses. */
export interface VerifyPlace extends Environment {
  /** Requested if a service is compared. */
  readonly secret: () => Promise<string>;
  readonly print: (text: string) => void;
  readonly progress: (text: string) => void;
}

/** Number of requests after which progress is shown. */
const STEP = 100;

/** Compares a sandbox with a service, or with its recorded responses. @returns 1 if they differ @throws AccountError */
export async function runVerify(options: VerifyOptions, place: VerifyPlace): Promise<0 | 1> {
  const { config, accept, junit } = options;
  const accepted = accept === undefined ? [] : readAccepted(await content(accept, '--accept'), accept);
  const text = config === undefined ? '{}' : await content(config, '--config');
  refuseOtherKind('configuration', text, config ?? '');
  const configuration = readConfiguration(text, config ?? '');
  const { report, url } = await createReport(options, configuration, place, accepted);
  place.print(verifyText(report, url));
  if (junit !== undefined) await writeWhole('--junit', junit, verifyJunit(report));
  return report.differences.length === 0 ? 0 : 1;
}

async function createReport(
  options: VerifyOptions,
  configuration: Configuration,
  place: VerifyPlace,
  accepted: ReturnType<typeof readAccepted>,
): Promise<{ readonly report: VerifyReport; readonly url: string }> {
  const { against, cassette } = options;
  const onProgress = (done: number, all: number) => {
    if (done % STEP === 0 || done === all) place.progress(`${done} of ${all} requests\n`);
  };
  const verification = new Verification(configuration);
  try {
    if (against === undefined) {
      if (cassette === undefined)
        throw new AccountError(
          'verify requires --against URL, or --cassette FILE to compare with a recording.',
        );
      const kept = readCassette(await content(cassette, '--cassette'), cassette);
      const notes = await compareCassette(verification, kept, onProgress);
      for (const note of notes) place.print(`${note}\n`);
      return { report: verification.findings.report(accepted), url: kept.Url };
    }
    if (cassette !== undefined) await refuseOtherFile('--cassette', cassette);
    const client = await createClient(against, options, place);
    const exchanges = new Map<VerifyRequest, Exchange>();
    const answer = liveService(client, exchanges, await readVocabulary());
    // Before anything else, so that a rejection costs nothing.
    const bearer =
      options.write === true ? await findTestBearer(client, requirePublicKey(options)) : undefined;
    const lists = await compareReadOnly(verification, { answer, onProgress });
    await compareShapes(verification, { answer, onProgress });
    if (bearer !== undefined) await compareSignups(verification, client, lists, bearer);
    if (cassette !== undefined) {
      const text = JSON.stringify(
        {
          Format: 'clientlib-sandbox cassette',
          Version: 1,
          Url: client.url,
          Exchanges: [...exchanges.values()],
        },
        undefined,
        1,
      );
      await writeWhole('--cassette', cassette, `${text}\n`);
    }
    return { report: verification.findings.report(accepted), url: client.url };
  } finally {
    verification.close();
  }
}

async function createClient(
  url: string,
  { clientId, authUrl }: VerifyOptions,
  place: VerifyPlace,
): Promise<AccountClient> {
  if (clientId === undefined) throw new AccountError('verify --against URL requires --client-id ID.');
  return new AccountClient(
    { url, option: '--against', authUrl, clientId, clientSecret: await place.secret() },
    place,
  );
}

function requirePublicKey({ publicKey }: VerifyOptions): string {
  if (publicKey === undefined)
    throw new AccountError(
      'verify --write requires --public-key KEY, to check that the account is a test account.',
    );
  return publicKey;
}

async function content(file: string, option: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AccountError(`${option}: ${file} cannot be read: ${error.code ?? error.message}.`);
  });
}
