// `npm run check:release`: the packages as they would be published.
import { ensureBuild } from '../../.ci/ensure-build.mjs';
import { runSteps } from '../../.ci/steps.mjs';
import { checkPackages } from './check-packages.mjs';

ensureBuild();
await runSteps([['packed packages', checkPackages]]);
