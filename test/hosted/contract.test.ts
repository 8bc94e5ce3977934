import { contractIn } from '../contract/host.ts';
import { options } from '../contract/reference.ts';
import { controlling, startHosted } from './hosted.ts';

contractIn({
  name: 'a hosted workspace on workerd',
  hasSeed: true,
  async open(receiverUrl) {
    const { make, close } = await startHosted({ PRIVATE_TARGETS: 'true' });
    const made = await make({ Seed: options.seed, Clock: options.clock });
    return { baseUrl: made.Url, fetch: controlling(made), receiverUrl, close };
  },
});
