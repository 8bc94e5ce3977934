// A Chromium for the end-to-end tests: the one named by CHROMIUM_PATH, one that Playwright installed, one that the
// system has, or else one installed now. Says in one line which.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of the commands that can be run. */
export const onPath = (commands) =>
  commands
    .flatMap((command) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, command)))
    .find(runnable);

/** @returns {{ path: string, origin: string } | undefined} */
function installed() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!runnable(named))
      throw new Error(`CHROMIUM_PATH is '${named}', which is no program that can be run.`);
    return { path: named, origin: 'CHROMIUM_PATH' };
  }
  const ofPlaywright = chromium.executablePath();
  if (ofPlaywright && existsSync(ofPlaywright))
    return { path: ofPlaywright, origin: 'installed by Playwright' };
  const path = onPath(commands) ?? places.find(runnable);
  return path && { path, origin: 'installed on this machine' };
}

function run(command, args, options) {
  // stdout belongs to whoever called us; what an installer says goes to stderr.
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options });
  return error === undefined && status === 0;
}

function installWithApt() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  console.error('No Chromium found: installing the Debian package chromium …');
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const done =
    run('apt-get', ['update', '-qq'], options) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  const path = done ? onPath(commands) : undefined;
  return path && { path, origin: 'installed now, Debian package chromium' };
}

function installWithPlaywright() {
  console.error("No Chromium found: installing one with Playwright's installer …");
  const cli = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url));
  execFileSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], { stdio: ['ignore', 2, 2] });
  return installed();
}

/** @returns {string} the path of a Chromium that exists */
export function findChromium() {
  const found = installed() ?? installWithApt() ?? installWithPlaywright();
  if (!found) throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.');
  console.error(`Chromium for the end-to-end tests: ${found.path} (${found.origin}).`);
  return found.path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(findChromium());
