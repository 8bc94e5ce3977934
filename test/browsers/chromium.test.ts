import { inject } from 'vitest';
import { startChromium } from './drivers/chromium.ts';
import { runSteps } from './run-steps.ts';

runSteps(() => startChromium(inject('browserPaths').chromium));
