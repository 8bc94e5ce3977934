export type {
  HostedEnvironment,
  WorkspaceObject,
  WorkspaceSettings,
} from '../hosts/cloudflare/environment.ts';
// biome-ignore lint/style/noDefaultExport: workerd calls the default export of a worker.
export { app as default } from '../hosts/cloudflare/worker.ts';
export { Workspace } from '../hosts/cloudflare/workspace.ts';
export type { Refusal } from '../service/http/answers/problem-answer.ts';
