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
];
