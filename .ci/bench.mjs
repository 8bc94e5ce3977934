// `npm run bench [part of a name …] [folder]`: each script of test/bench in a process of its own, one after another, so that none
// warms or disturbs the next. A script prints, as one JSON line each, the ratios that it measured:
//   {"name": "GET contract", "ours": 4100, "baseline": 7900, "unit": "requests/s", "aim": "≥ 0.5"}
// The ratio is ours / baseline. Whatever else it prints is passed on. An aim that is missed is shown, and fails nothing:
// machines differ. A folder, `../release`, is a build of this project that `http` compares with.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { benchFolder, runnable } from './bench-scripts.mjs';
import { ensureBuild } from './ensure-build.mjs';

async function measure(script) {
  const child = spawn(process.execPath, ['--expose-gc', await runnable(script), ...folders], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const ratios = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const ratio = line.startsWith('{') ? JSON.parse(line) : undefined;
    if (ratio?.name !== undefined && ratio.baseline !== undefined) ratios.push(ratio);
    else console.log(line);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`${script} ended with code ${code}`);
  return ratios;
}

const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false });

function meets(ratio, aim) {
  const [, sign, limit] = /^(≤|≥) ([\d.]+)$/.exec(aim) ?? [];
  if (sign === undefined) throw new Error(`'${aim}' is no aim; write it as '≤ 1.5' or '≥ 0.5'`);
  return sign === '≤' ? ratio <= Number(limit) : ratio >= Number(limit);
}

function row({ name, ours, baseline, unit = '', aim }) {
  const ratio = ours / baseline;
  const verdict = aim === undefined ? '' : meets(ratio, aim) ? 'met' : 'MISSED';
  return {
    Measured: name,
    Ours: `${number(ours)} ${unit}`.trim(),
    Baseline: `${number(baseline)} ${unit}`.trim(),
    Ratio: `${ratio.toFixed(2)}×`,
    Aim: aim ?? '',
    Verdict: verdict,
  };
}

const isFolder = (argument) => /[\\/]/.test(argument);
const folders = process.argv.slice(2).filter(isFolder);
const wanted = process.argv.slice(2).filter((argument) => !isFolder(argument));
const scripts = (await readdir(benchFolder))
  .filter((name) => /\.bench\.(mjs|ts)$/.test(name))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();
if (scripts.length === 0) {
  console.error(`No script of ${benchFolder} matches ${wanted.join(' ') || '*.bench.mjs or *.bench.ts'}.`);
  process.exit(1);
}

ensureBuild();
for (const script of scripts) {
  console.log(`\n${script}`);
  try {
    console.table((await measure(script)).map(row));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
