import { inject } from 'vitest';
import { startWebKit } from './drivers/webkit.ts';
import { runSteps } from './run-steps.ts';

// The driver of WebKitGTK now and then leaves a command without an answer.
runSteps(() => startWebKit(inject('browserPaths').webkit), 1);
