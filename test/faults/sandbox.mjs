// Faults in the sandbox around the service (`sandbox/src/sandbox`).

/** @type {import('./faults.mjs').Fault[]} */
export const sandboxFaults = [
  {
    id: 'fault-rules-lost-by-replay',
    file: 'sandbox/src/sandbox/sessions/replay.ts',
    text: '    traffic.faults.replace((End.Faults ?? []) as unknown as FaultRule[]);\n',
    fault: '',
    why: 'after a replay the rules for faults are missing with which the session ended',
    tests: ['test/sandbox/clients/replay/replay.test.ts', 'test/sandbox/sandbox/sessions/rewind.test.ts'],
  },
  {
    id: 'row-16-aborted-request-is-done',
    file: 'sandbox/src/sandbox/workspace-view.ts',
    text: '  request.signal.throwIfAborted();\n',
    fault: '',
    why: 'a preview that was superseded arrives in process',
    tests: ['test/sandbox/sandbox/aborted-request.test.ts'],
  },
  {
    id: 'who-has-left-gets-an-answer',
    file: 'sandbox/src/sandbox/workspace-view.ts',
    text: 'init?.signal?.throwIfAborted();',
    fault: '',
    why: 'a call in process that was aborted goes on as if nobody had left',
    tests: ['test/sandbox/sandbox/aborted-request.test.ts'],
  },
  {
    id: 'account-numbers-in-sessions',
    file: 'sandbox/src/sandbox/sessions/payment-data.ts',
    text: '    .replace(ACCOUNT, (_, name: string, number: string) => name + placeholder(number, accountLike))\n',
    fault: '',
    why: 'a session that is shared has numbers of bank accounts',
    tests: ['test/sandbox/clients/replay/recorded-rows.test.ts'],
  },
  {
    id: 'if-match-not-recorded',
    file: 'sandbox/src/sandbox/sessions/recorder.ts',
    text: "  'If-Match',\n",
    fault: '',
    why: 'a replay changes what the recording refused',
    tests: ['test/sandbox/clients/replay/recorded-rows.test.ts'],
  },
  {
    id: 'replay-ends-a-row-early',
    file: 'sandbox/src/sandbox/sessions/replay.ts',
    text: 'session.Rows.filter(({ Row }) => Row <= until)',
    fault: 'session.Rows.filter(({ Row }) => Row < until)',
    why: 'the last row is not replayed, though the command counts it',
    tests: [
      'test/sandbox/clients/replay/recorded-rows.test.ts',
      'test/sandbox/hosts/command/replay-command.test.ts',
    ],
  },
  {
    id: 'cvv-kept',
    file: 'sandbox/src/sandbox/sessions/payment-data.ts',
    text: '(?:cvc|cvv|security_?code)',
    fault: '(?:cvc|security_?code)',
    why: 'a session file has the verification code of a card in it',
    tests: ['test/sandbox/clients/replay/replay.test.ts'],
  },
  {
    id: 'shell-of-another-database',
    file: 'sandbox/src/entries/msw.ts',
    text: 'if (database !== DATABASE) url',
    fault: 'if (database === DATABASE) url',
    why: 'the shell page of MSW shows the state of another database than the page has',
    tests: ['test/sandbox/hosts/browser/msw-shell.test.ts'],
  },
];
