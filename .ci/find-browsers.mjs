// The engines of `npm run test:browsers`. Firefox, WebKitGTK and the whole of Chromium, whose headless shell has no
// autofill, are Debian packages: what is missing is installed where that is allowed (Debian as root), otherwise the error
// says what to do.
import { spawnSync } from 'node:child_process';
import { findChromium, installFromDebian, onPath } from './find-chromium.mjs';

/** The commands that must be there, each with the Debian package that has it. */
const needed = [
  { commands: ['firefox-esr', 'firefox'], debian: 'firefox-esr', variable: 'FIREFOX_PATH' },
  { commands: ['WebKitWebDriver'], debian: 'webkit2gtk-driver', variable: 'WEBKIT_DRIVER_PATH' },
  {
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    debian: 'chromium',
    variable: 'AUTOFILL_PATH',
  },
  { commands: ['Xvfb'], debian: 'xvfb' },
];

/** The imports of the app shell in test/browsers. */
const bindings = ['python3-gi', 'gir1.2-webkit2-4.1'];
const hasBindings = () =>
  spawnSync('/usr/bin/python3', ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']).status === 0;

const find = ({ commands, variable }) => process.env[variable ?? ''] || onPath(commands);

function installMissing() {
  const missing = needed.filter((one) => !find(one)).map(({ debian }) => debian);
  if (!hasBindings()) missing.push(...bindings);
  if (missing.length === 0 || installFromDebian(...missing)) return;
  throw new Error(
    `npm run test:browsers needs Firefox, WebKitGTK and Chromium. Missing: ${missing.join(', ')}.
On Debian or Ubuntu: sudo apt-get install --no-install-recommends ${missing.join(' ')}
Elsewhere, run it in a container of Debian. FIREFOX_PATH, WEBKIT_DRIVER_PATH and AUTOFILL_PATH name programs in other places.`,
  );
}

/** @returns {{ chromium: string, firefox: string, webkit: string, autofill: string }} */
export function findBrowsers() {
  installMissing();
  const [firefox, webkit, autofill] = needed.map(find);
  return { chromium: findChromium(), firefox, webkit, autofill };
}
