// `npm run test:mutation -- <files or folders>`, `-- --changed` (what the branch touches against main) or `-- --all`:
// changes the code in one place after another and lists the changes that no test notices. Results stay in .cache/mutation,
// so that the next run repeats only what the code or the tests changed. The table of docs/reliability.md is made from them.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { updateScores } from './scores.mjs';

const usage = `Usage: npm run test:mutation -- <files or folders of sdk/src or sandbox/src>
       npm run test:mutation -- --changed   the files that this branch changes against main
       npm run test:mutation -- --all       every file; takes hours
Options: --tests <pattern>   only by these tests; the score is not kept
         --force             repeat what earlier runs have shown
         --concurrency <n>   processes at a time, 2 by default`;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const isSource = (file) =>
  /^(sdk|sandbox)\/src\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.includes('/fixtures/');

const sourcesIn = (paths) =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths).filter(isSource);

function changedSources() {
  const since = git('merge-base', 'main', 'HEAD')[0];
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(isSource);
}

/** The tests that can notice a change, by where it is: the nearest ones, so that one file takes minutes. */
const beyondUnit = ['test/{spec,contract}/**/*.test.ts'];
const wholeSdk = [
  'test/sdk/{error-codes,finalize,hostile-answers,operation,operation-names,payment,portal,signup,transport}.test.ts',
  'test/sdk/payment-data/*.test.ts',
  'test/sdk/providers/challenge.test.ts',
  'test/sdk/elements/internal/{card-brand,check,flat-error}.test.ts',
];
const rooms = [
  [
    /^sandbox\/src\/service\/domain\/pricing\//,
    [
      'test/sandbox/service/domain/{credit-lines,money-back,order-price,periods,price-lines,pricing,tax,worked-examples}.test.ts',
      'test/sandbox/service/answers/*.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/domain\/(billing|contracts)\//,
    [
      'test/sandbox/service/{domain,answers}/**/*.test.ts',
      'test/sandbox/service/wire/{catalogue,contracts,documents,events,tolerance}.test.ts',
      'test/sandbox/service/http/refusals.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/domain\/(orders|payments|interactive-payments)\//,
    [
      'test/sandbox/service/{domain,answers}/**/*.test.ts',
      'test/sandbox/service/wire/{documents,events,orders,tolerance}.test.ts',
      'test/sandbox/service/simulation/{finalize,payment-lives,portal-payments,next-payments}.test.ts',
      'test/sandbox/service/http/{price-lists,refusals}.test.ts',
      'test/sandbox/service/stores/receipt-orders.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/domain\/(customers|exports|mails)\//,
    [
      'test/sandbox/service/domain/{customers,export-files,mails}.test.ts',
      'test/sandbox/service/http/{every-operation,exports,mails,self-service-rights,unset-fields}.test.ts',
      'test/sandbox/service/answers/*.test.ts',
      'test/sandbox/service/wire/{inputs,tolerance}.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/domain\/(catalogue|records)\//,
    [
      'test/sandbox/service/domain/{cart,catalogue,component-subscriptions,order-price,order-preview,search,signup}.test.ts',
      'test/sandbox/service/answers/*.test.ts',
      'test/sandbox/service/wire/{catalogue,filters,pages,real-pages,tolerance}.test.ts',
      'test/sandbox/service/http/{price-lists,refusals,rest,unset-fields}.test.ts',
      'test/sandbox/service/state/{collection,search-index,sorted-rows}.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/domain\/[^/]+\.ts$/,
    [
      'test/sandbox/service/domain/{access,basics,contracts,orders,payments}.test.ts',
      'test/sandbox/service/{model,answers}/*.test.ts',
      'test/sandbox/service/http/{credentials,refusals}.test.ts',
      'test/sandbox/service/state/{clock,state}.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/domain\/invoice-pdf\//,
    ['test/sandbox/service/domain/invoice-pdf.test.ts', 'test/sandbox/service/http/mails.test.ts'],
  ],
  [/^sandbox\/src\/service\/domain\/stores\//, ['test/sandbox/service/{stores,answers}/**/*.test.ts']],
  [/^sandbox\/src\/service\/domain\/access\//, ['test/sandbox/service/domain/{access,expiry}.test.ts']],
  [
    /^sandbox\/src\/service\/domain\/webhooks\//,
    [
      'test/sandbox/service/domain/{event-by-hand,private-host,webhooks}.test.ts',
      'test/sandbox/service/delivery/registration.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/delivery\//,
    ['test/sandbox/service/delivery/{deliverer,delivery-log,endpoint-queue,exchange,signature}.test.ts'],
  ],
  [
    /^sandbox\/src\/service\/state\//,
    [
      'test/sandbox/{state,snapshot}/**/*.test.ts',
      'test/sandbox/service/domain/{contracts,orders}.test.ts',
      'test/sandbox/{delivery/deliverer,http/while-the-clock-moves}.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/http\/middleware\/validated-input\.ts/,
    [
      'test/sandbox/service/http/{bodies,callers,request-log}.test.ts',
      'test/sandbox/service/wire/tolerance.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/service\/http\/middleware\/authentication\.ts/,
    ['test/sandbox/service/http/credentials.test.ts'],
  ],
  [
    /^sandbox\/src\/service\/http\/middleware\//,
    [
      'test/sandbox/service/http/{allowances,broken-answers,callers,credentials,idempotency,quotas,request-log,while-the-clock-moves}.test.ts',
      'test/sandbox/service/storage/full-disk.test.ts',
    ],
  ],
  [
    /^sandbox\/src\/(domain|simulation)\//,
    [
      'test/sandbox/{domain,wire,answers,simulation,stores,delivery}/**/*.test.ts',
      'test/sandbox/service/http/{rest,every-operation,refusals,portal,self-service-rights,unset-fields}.test.ts',
      ...beyondUnit,
    ],
  ],
  [/^sandbox\//, ['test/sandbox/**/*.test.ts', ...beyondUnit]],
  // These load parts of the library anew, which would make its tables and constants look like code that tests run.
  [/^sdk\/src\/script-tag\.ts/, ['test/sdk/script-address.test.ts']],
  [/^sdk\/src\/elements\/internal\.ts/, ['test/sdk/elements/internal-script.test.ts']],
  [/^sdk\/src\/configuration\//, ['test/sdk/configuration.test.ts', ...wholeSdk]],
  [/^sdk\/src\/providers\//, ['test/sdk/providers/client-library.test.ts', ...wholeSdk]],
  [
    /^sdk\/src\/elements\//,
    ['test/sdk/elements/{external,frame,protocol}.test.ts', 'test/sdk/elements/internal/*.test.ts'],
  ],
  [/^sdk\/src\/(react|vue|custom-element)\//, ['test/sdk/{react,vue,custom-element}.test.ts']],
  [
    /^sdk\/src\/payment-data\//,
    [
      'test/sdk/payment.test.ts',
      'test/sdk/payment-data/*.test.ts',
      'test/sdk/elements/internal/{card-brand,check,flat-error,methods}.test.ts',
    ],
  ],
  [/^sdk\/src\/webhooks\//, ['test/sdk/webhooks/*.test.ts']],
  [/^sdk\//, wholeSdk],
];

const testsOf = (files) => [
  ...new Set(files.flatMap((file) => rooms.find(([room]) => room.test(file))?.[1] ?? [])),
];

/**
 * @param {string[]} mutate files, or parts of files: `path:firstLine-lastLine`
 * @param {Partial<import('@stryker-mutator/api/core').PartialStrykerOptions>} options
 */
export function mutationsOf(mutate, options = {}) {
  mkdirSync('.cache/mutation', { recursive: true });
  return new Stryker({
    mutate,
    testRunner: 'kept-sources',
    plugins: ['./tools/mutation/runner.mjs', './tools/mutation/wording.mjs'],
    ignorers: ['wording'],
    // TypeScript 7 has no compiler API for Stryker to read a configuration with, so it must find none.
    tsconfigFile: '.cache/none.json',
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    tempDirName: '.cache/mutation/run',
    ignorePatterns: ['dist', '.cache'],
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    logLevel: 'warn',
    dryRunTimeoutMinutes: 15,
    // On a busy machine a test that takes long is no loop without end.
    timeoutMS: 30_000,
    ...options,
  }).runMutationTest();
}

const noticed = new Set(['Killed', 'Timeout', 'RuntimeError']);
const missed = new Set(['Survived', 'NoCoverage']);

/** Counts by file; what is ignored (wording, code that only runs while loading) counts as nothing, and so do types. */
function scoresOf(files, results) {
  const scores = Object.fromEntries(files.map((file) => [file, { noticed: 0, missed: 0 }]));
  for (const { fileName, status } of results) {
    const file = relative(process.cwd(), fileName);
    if (noticed.has(status)) scores[file].noticed += 1;
    if (missed.has(status)) scores[file].missed += 1;
  }
  return scores;
}

function survivorLine({ fileName, location: { start }, mutatorName, replacement = '', status }) {
  const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
  const change = replacement.replace(/\s+/g, ' ');
  const shown = change.length > 90 ? `${change.slice(0, 90)} …` : change;
  const what = { NoCoverage: 'no test comes here', Timeout: `noticed, has no end: ${mutatorName}` };
  return `${place}  ${what[status] ?? mutatorName}: ${shown}`;
}

const percent = ({ noticed, missed }) =>
  noticed + missed === 0 ? '–' : `${((100 * noticed) / (noticed + missed)).toFixed(1)} %`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      all: { type: 'boolean' },
      tests: { type: 'string', multiple: true },
      force: { type: 'boolean' },
      concurrency: { type: 'string', default: '2' },
    },
  });
  const files = values.all
    ? sourcesIn(['sdk/src', 'sandbox/src'])
    : [
        ...(values.changed ? changedSources() : []),
        ...(positionals.length > 0 ? sourcesIn(positionals) : []),
      ];
  if (files.length === 0) {
    console.error(
      positionals.length > 0 ? `No source file matches ${positionals.join(' ')}.\n${usage}` : usage,
    );
    return 1;
  }
  const all = await mutationsOf([...new Set(files)], {
    testFiles: values.tests ?? testsOf(files),
    incremental: values.tests === undefined,
    incrementalFile: '.cache/mutation/incremental.json',
    force: values.force ?? false,
    concurrency: Number(values.concurrency),
  });
  // Stryker also gives what is left of earlier results of other files, without what has changed of them since.
  const results = all.filter(({ fileName }) => files.includes(relative(process.cwd(), fileName)));
  for (const result of results)
    if (missed.has(result.status) || result.status === 'Timeout') console.log(survivorLine(result));
  const scores = scoresOf(files, results);
  console.log('');
  for (const [file, score] of Object.entries(scores))
    console.log(`${percent(score).padStart(7)}  ${file}  (${score.noticed} noticed, ${score.missed} not)`);
  if (values.tests === undefined) updateScores(scores, sourcesIn(['sdk/src', 'sandbox/src']));
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
