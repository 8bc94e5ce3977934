export type { HostedEnvironment, WorkspaceObject, WorkspaceSettings } from './host/cloudflare/environment.ts';
// biome-ignore lint/style/noDefaultExport: workerd calls the default export of a worker.
export { app as default } from './host/cloudflare/worker.ts';
export { Workspace } from './host/cloudflare/workspace.ts';
export type { Refusal } from './http/problem-answer.ts';
