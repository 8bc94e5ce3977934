import { ensureInstalled } from '../../.ci/install.mjs';
import { setUp } from '../set-up.ts';

/** For tests that start the engine of the hosted sandbox. */
export const setup = setUp(() => ensureInstalled('examples/hosted/engine'));
