// A Chromium for the end-to-end tests: the one named by CHROMIUM_PATH, one that Playwright installed, one that the
// system has, or else one installed now. Says in one line which.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

/** The headless shell first: the same engine without windows needs about two thirds of the time. */
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Old releases of Debian have no package of the shell alone. */
const debianPackages = ['chromium-headless-shell', 'chromium'];
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

/** Installs packages of Debian where that is allowed: on Debian, as root. */
export function installFromDebian(...names) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.error(`Installing the Debian packages ${names.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Standard output belongs to whoever called us.
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 2, 2], env }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names);
}

function installWithApt() {
  const name = debianPackages.find((name) => installFromDebian(name));
  const path = name && onPath(commands);
  return path && { path, origin: `installed now, Debian package ${name}` };
}

function installWithPlaywright() {
  console.error("No Chromium found: installing one with Playwright's installer …");
  const cli = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));
  execFileSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { stdio: ['ignore', 2, 2] });
  return installed();
}

/** @returns {string} the path of a Chromium that exists */
export function findChromium() {
  const found = installed() ?? installWithApt() ?? installWithPlaywright();
  if (!found) throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.');
  console.error(`Chromium for the end-to-end tests: ${found.path} (${found.origin}).`);
  return found.path;
}
