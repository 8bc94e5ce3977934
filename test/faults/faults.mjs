// The faults that `npm run test:faults` plants: what a tired engineer would change, one text of one file each. A list for each room.
import { clientsFaults } from './clients.mjs';
import { domainFaults } from './domain.mjs';
import { dropInFaults } from './drop-in.mjs';
import { hostsFaults } from './hosts.mjs';
import { httpFaults } from './http.mjs';
import { repositoryFaults } from './repository.mjs';
import { sandboxFaults } from './sandbox.mjs';
import { sdkFaults } from './sdk.mjs';
import { servedFaults } from './served.mjs';
import { serviceFaults } from './service.mjs';

/**
 * @typedef {object} Fault
 * @property {string} id unique, in words
 * @property {string} file in which it is planted
 * @property {string} text what it replaces; stands in the file exactly once
 * @property {string} fault what stands there then
 * @property {string} why what it costs whom
 * @property {string[]} tests the files of tests nearest to it, which take less than a minute
 */

/** @type {Fault[]} */
export const allFaults = [
  ...clientsFaults,
  ...domainFaults,
  ...dropInFaults,
  ...hostsFaults,
  ...httpFaults,
  ...repositoryFaults,
  ...sandboxFaults,
  ...sdkFaults,
  ...servedFaults,
  ...serviceFaults,
];

/** The file with the fault. @throws Error when its text is not there exactly once */
export function planted({ id, file, text, fault }, content) {
  const times = content.split(text).length - 1;
  if (times !== 1)
    throw new Error(
      `Fault ${id}: "${text}" stands in ${file} ${times} times; name a text that is there once.`,
    );
  return content.replace(text, () => fault);
}
