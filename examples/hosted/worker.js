// The whole deployment: the package's worker and the Durable Object of a workspace.
export { default, Workspace } from 'clientlib-sandbox/cloudflare';
