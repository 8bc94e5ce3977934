// The faults that `npm run test:faults` plants: what a tired engineer would change, one text of one file each.
import { billingEdgeFaults } from './billing-edges.mjs';
import { domainFaults } from './domain.mjs';
import { edgeFaults } from './edge.mjs';
import { fourthFaults } from './fourth.mjs';
import { moneyFaults } from './money.mjs';
import { roomFaults } from './rooms.mjs';
import { secondFaults } from './second.mjs';
import { survivors } from './survivors.mjs';
import { thirdFaults } from './third.mjs';

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
  ...domainFaults,
  ...edgeFaults,
  ...roomFaults,
  ...secondFaults,
  ...thirdFaults,
  ...fourthFaults,
  ...moneyFaults,
  ...billingEdgeFaults,
  ...survivors,
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
