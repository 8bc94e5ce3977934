import { ensureInstalled } from '../../.ci/install.mjs';
import { setUp } from '../set-up.ts';

export const setup = setUp(() => {
  for (const place of ['test/compat', 'test/browsers']) ensureInstalled(place);
});
