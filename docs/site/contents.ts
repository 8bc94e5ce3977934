/** A group of pages in the sidebar; each page is `docs/<name>.md`. */
interface Group {
  readonly title: string;
  readonly pages: readonly string[];
}

/** Pages of `docs/` about this repository: neither on the site nor among the guides that the sandbox serves. */
export const contributors: readonly string[] = [
  'architecture',
  'testing',
  'decisions',
  'reliability',
  'benchmarks',
  'drop-in-compared',
];

/** Every other page of the documentation, in reading order. A page of `docs/` that is missing here fails the build. */
export const groups: readonly Group[] = [
  { title: 'Start', pages: ['five-minutes', 'getting-started', 'agents'] },
  {
    title: 'ClientLib',
    pages: [
      'drop-in',
      'clientlib',
      'payment-form',
      'frameworks',
      'browsers',
      'payments',
      'payment-outcomes',
      'errors',
      'migration',
    ],
  },
  {
    title: 'Back end',
    pages: [
      'rest',
      'self-service-api',
      'oauth',
      'webhooks',
      'reconcile',
      'move-customers',
      'year-end',
      'in-app-purchase',
      'billing',
      'billing-examples',
    ],
  },
  {
    title: 'Sandbox',
    pages: [
      'run',
      'in-the-browser',
      'test-kits',
      'clock-and-state',
      'faults',
      'inspector',
      'control-api',
      'explore',
      'your-account',
      'sessions',
      'ci',
      'configuration',
      'limits',
      'hosting',
    ],
  },
];
