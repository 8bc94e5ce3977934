import { accessToken, controlAccess, publicAccess, selfServiceToken } from './access.ts';
import { type ZoneOptions, zone } from './zone.ts';

const restRules = {
  access: accessToken,
  limits: true,
  idempotency: true,
  cors: 'account',
  backEndsOnly: true,
  strict: false,
  faults: true,
  worksWhenFull: false,
  bodies: 'kept',
  problems: 'Problem',
  pages: false,
  guide: { refused: 'rest#refusals', denied: 'oauth#errors' },
} satisfies ZoneOptions;

/** The REST API, for back ends. */
export const rest = zone(restRules);

/** The OAuth endpoints, for back ends. They count requests themselves, once the client is known. */
export const oauth = zone({
  ...restRules,
  access: publicAccess,
  limits: false,
  idempotency: false,
  worksWhenFull: true,
  problems: 'OAuth',
  guide: { refused: 'rest#refusals' },
  trailingSlash: true,
});

const selfServiceRules = {
  ...restRules,
  access: publicAccess,
  cors: 'any',
  backEndsOnly: false,
  problems: 'SelfService',
  guide: { refused: 'errors#wrong-data', denied: 'errors#access' },
} satisfies ZoneOptions;

/** Calls of ClientLib in the browser of a customer who signs up. */
export const selfService = zone(selfServiceRules);

/** Calls of ClientLib for the customer of a contract. */
export const selfServiceOfContract = zone({ ...selfServiceRules, access: selfServiceToken });

const pagesRules = {
  access: publicAccess,
  limits: false,
  idempotency: false,
  cors: 'account',
  backEndsOnly: false,
  strict: false,
  faults: true,
  worksWhenFull: false,
  bodies: 'dropped',
  problems: 'Problem',
  pages: true,
  guide: { refused: 'rest#refusals' },
} satisfies ZoneOptions;

/** Pages that people open in a browser, and their assets. */
export const pages = zone(pagesRules);

/** The script that pages of any origin load. */
export const publicScripts = zone({ ...pagesRules, cors: 'any' });

/** The simulated payment providers. Bodies are never kept, because they contain card data. */
export const providers = zone({
  ...pagesRules,
  cors: 'any',
  problems: 'SelfService',
  guide: { refused: 'payment-outcomes#test-data' },
  keys: ['id'],
  missingPage:
    'This payment page does not exist, or the sandbox was reset. Go back to the shop and start the payment again.',
});

/** Documents whose links contain a secret. */
export const downloads = zone({ ...pagesRules, keys: ['link'] });

/** The simulated app stores. */
export const stores = zone({ ...pagesRules, keys: ['token', 'secret', 'receiptId'] });

const controlRules = {
  ...pagesRules,
  access: controlAccess,
  cors: 'none',
  strict: true,
  faults: false,
  bodies: 'keptOfChanges',
  guide: { refused: 'control-api', denied: 'control-api#access' },
} satisfies ZoneOptions;

/** The control API: the developer's own tools. Fault rules never apply to it. */
export const control = zone(controlRules);

/** Pages of the control API, for a frame that cannot send its token: their routes check a key of their own. */
export const controlPages = zone({ ...controlRules, access: publicAccess, strict: false });

/** Calls that free space in a full workspace. */
export const controlReset = zone({ ...controlRules, worksWhenFull: true });

export const controlSnapshot = zone({
  ...controlRules,
  worksWhenFull: true,
  bodies: 'dropped',
  guide: { refused: 'clock-and-state#snapshots' },
});
