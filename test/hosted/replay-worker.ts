import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import type { SessionFile } from '../../sandbox/src/service/model/session.ts';

/** The engine is set up for a deployment with workspaces. */
export { Workspace } from '../../sandbox/src/entries/cloudflare.ts';

/** A worker that replays the session that it is sent, and answers with the state. */
// biome-ignore lint/style/noDefaultExport: the engine looks for it.
export default {
  async fetch(request: Request): Promise<Response> {
    const sandbox = createSandbox({ session: (await request.json()) as SessionFile });
    await sandbox.ready;
    const state = JSON.stringify(sandbox.snapshot());
    sandbox.close();
    return new Response(state);
  },
};
