import { inject } from 'vitest';
import { startFirefox } from './drivers/firefox.ts';
import { runSteps } from './run-steps.ts';

runSteps(() => startFirefox(inject('browserPaths').firefox));
