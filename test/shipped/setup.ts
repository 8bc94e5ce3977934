import { ensureBuild } from '../../.ci/ensure-build.mjs';
import { setUp } from '../set-up.ts';

/** What is shipped, as it is in sdk/dist. */
export const setup = setUp(() => ensureBuild());
