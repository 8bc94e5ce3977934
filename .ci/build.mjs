// `npm run build`: all bundles of rollup.config.mjs, each with its name and its time. With `--start` those that the examples
// serve, for `npm start`.
import { rollup } from 'rollup';

if (process.argv.includes('--start')) process.env.CLIENTLIB_BUILD = 'start';

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const start = performance.now();
console.log(
  process.env.CLIENTLIB_BUILD === 'start'
    ? 'Building what the examples serve (npm run build makes everything):'
    : 'Building sdk/dist and sandbox/dist:',
);
const { bundles } = await import('../rollup.config.mjs');
for (const { title, config } of bundles) {
  const began = performance.now();
  process.stdout.write(`  ${title} … `);
  try {
    const bundle = await rollup(config);
    for (const output of [config.output].flat()) await bundle.write(output);
    await bundle.close();
  } catch (error) {
    // Without the lists of files that Rollup adds.
    console.log('FAILED');
    console.error([error.message, error.frame].filter(Boolean).join('\n'));
    process.exit(1);
  }
  console.log(seconds(began));
}
console.log(`Built in ${seconds(start)}.`);
