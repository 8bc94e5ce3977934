/** Settings in the page's data attributes. */
const { dataset } = document.body;

export const settings = {
  /** Address of the workspace, without a trailing slash. */
  baseUrl: dataset['base'] ?? '',
  /** Name of the workspace; empty for the sandbox itself. */
  workspace: dataset['workspace'] ?? '',
  version: dataset['version'] ?? '',
  account: dataset['account'] ?? '',
  currency: dataset['currency'] ?? 'EUR',
  timeZone: dataset['timeZone'] ?? 'UTC',
  /** The clock when the page was created; absent if the control API requires a token. */
  clock: dataset['clock'] === undefined ? undefined : JSON.parse(dataset['clock']),
  isRecorded: dataset['recorded'] !== undefined,
  /** Whether the control API requires a token. */
  isGuarded: 'guarded' in dataset,
} as const;

/** Address of a workspace of this sandbox. */
export function workspaceUrl(name: string): string {
  const root = settings.workspace === '' ? settings.baseUrl : settings.baseUrl.replace(/\/w\/[^/]+$/, '');
  return name === '' ? `${root}/` : `${root}/w/${encodeURIComponent(name)}/`;
}
