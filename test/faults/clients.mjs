// Faults in the clients of the sandbox (`sandbox/src/clients`).

/** @type {import('./faults.mjs').Fault[]} */
export const clientsFaults = [
  {
    id: 'kit-wants-methods-in-capitals',
    file: 'sandbox/src/clients/kit/request-inbox.ts',
    text: 'Method.toUpperCase() !== entry.Method',
    fault: 'Method !== entry.Method',
    why: 'a test that waits for a request by "post" waits in vain',
    tests: ['test/kits/vitest.test.ts'],
  },
  {
    id: 'inbox-hands-out-to-who-has-gone',
    file: 'sandbox/src/clients/kit/inbox.ts',
    text: '      this.#waiting.delete(candidate);\n',
    fault: '',
    why: 'the second webhook goes to who has the first already, and the test never sees it',
    tests: ['test/kits/vitest.test.ts'],
  },
  {
    id: 'entries-read-twice',
    file: 'sandbox/src/clients/account/read-list.ts',
    text: 'page.filter(({ Id }) => Id === cursor || !known.has(Id))',
    fault: 'page',
    why: 'an entry that moves to a later page while its list is read is imported twice',
    tests: ['test/sandbox/clients/account/import-contracts.test.ts'],
  },
  {
    id: 'numbers-of-custom-fields-kept',
    file: 'sandbox/src/clients/account/redaction.ts',
    text: "owner === 'Free' || isPersonal(name) ? 0 : value",
    fault: 'isPersonal(name) ? 0 : value',
    why: 'a cassette that is handed on has the numbers of custom fields, such as an age or a salary',
    tests: ['test/sandbox/clients/account/record.test.ts'],
  },
  {
    id: 'paid-while-something-is-owed',
    file: 'sandbox/src/clients/explore/certify/belief.ts',
    text: 'PaidUntil: contract.Balance > 0 ? null : (contract.NextBillingDate ?? null),',
    fault: 'PaidUntil: contract.NextBillingDate ?? null,',
    why: 'a back end is certified that gives access to who owes',
    tests: ['test/sandbox/clients/explore/certify.test.ts'],
  },
  {
    id: 'shrunk-to-another-failure',
    file: 'sandbox/src/clients/explore/shrink.ts',
    text: 'failed !== undefined && reasonOf(failed.error) === reason ?',
    fault: 'failed !== undefined ?',
    why: 'the shortest life of a failure fails for another reason',
    tests: ['test/sandbox/clients/explore/explore.test.ts', 'test/kits/explore.test.ts'],
  },
];
