// `npm run build`: all bundles of rollup.config.mjs, each with its name and its time. With `--start` those that the examples
// serve, for `npm start`. `--types` makes the declarations alone: a whole build runs it beside its last scripts.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { rollup } from 'rollup';

const isFor = (purpose) => process.argv.includes(`--${purpose}`);

if (isFor('start')) process.env.CLIENTLIB_BUILD = 'start';

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function make({ title, config }) {
  const began = performance.now();
  process.stdout.write(`  ${title} … `);
  const bundle = await rollup(config);
  for (const output of [config.output].flat()) await bundle.write(output);
  await bundle.close();
  console.log(seconds(began));
}

/** The declarations, in a process of its own: they need the scripts' folders and nothing of what is in them. */
function makeTypes() {
  const types = promisify(execFile)(process.execPath, ['.ci/build.mjs', '--types']);
  process.once('exit', () => types.child.kill());
  // Its failure is told where it is waited for.
  types.catch(() => {});
  return types;
}

const { bundles } = await import('../rollup.config.mjs');
const isTypes = ({ title }) => title.startsWith('Types of ');

async function makeScripts() {
  const start = performance.now();
  console.log(
    isFor('start')
      ? 'Building what the examples serve (npm run build makes everything):'
      : 'Building sdk/dist and sandbox/dist:',
  );
  // Old chunks would be packed too.
  for (const folder of isFor('start') ? ['sandbox/dist'] : ['sdk/dist', 'sandbox/dist'])
    await rm(folder, { recursive: true, force: true });
  let types;
  for (const bundle of bundles.filter((one) => !isTypes(one))) {
    await make(bundle);
    if (bundle.title === 'Sandbox' && !isFor('start')) types = makeTypes();
  }
  if (types) process.stdout.write((await types).stdout);
  console.log(`Built in ${seconds(start)}.`);
}

try {
  if (isFor('types')) for (const bundle of bundles.filter(isTypes)) await make(bundle);
  else await makeScripts();
} catch (error) {
  // Without the lists of files that Rollup adds.
  console.log('FAILED');
  console.error([error.stdout, error.stderr ?? error.message, error.frame].filter(Boolean).join('\n'));
  process.exit(1);
}
