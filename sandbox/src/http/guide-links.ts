/** A place in the guides: `webhooks#register` is `/docs/guides/webhooks#register`. */
type Place = string;

/** The guide about a refusal with this code, whatever was asked. */
const byCode: { readonly [code: string]: Place } = {
  ClockMoving: 'anywhere#move-the-clock',
  AdvanceCanceled: 'anywhere#move-the-clock',
  StateReplaced: 'anywhere#reset-snapshot-and-restore',
  TooManyWorkspaces: 'anywhere#workspaces',
};

/** The guide about a refusal by the beginning of the path, the longer ones first; `denied` for 401 and 403. */
const byPath: readonly { readonly path: string; readonly guide: Place; readonly denied?: Place }[] = [
  { path: '/sandbox/payments/next', guide: 'anywhere#decide-the-next-payment' },
  { path: '/sandbox/faults', guide: 'anywhere#faults' },
  { path: '/sandbox/mails', guide: 'anywhere#mails' },
  { path: '/sandbox/snapshot', guide: 'persistence#snapshots' },
  { path: '/sandbox/workspaces', guide: 'anywhere#workspaces' },
  { path: '/sandbox/stores', guide: 'in-app-purchase#what-stores-do' },
  { path: '/sandbox', guide: 'control-api', denied: 'anywhere#the-control-api-is-yours-alone' },
  { path: '/providers', guide: 'payments#test-data' },
  { path: '/api/v1/customerselfservice', guide: 'errors#wrong-data', denied: 'errors#access' },
  { path: '/api/v1/externalsubscriptions', guide: 'in-app-purchase#the-check', denied: 'oauth#errors' },
  { path: '/api/v1/webhooks', guide: 'webhooks#register', denied: 'oauth#errors' },
  { path: '/api', guide: 'rest#refusals', denied: 'oauth#errors' },
];

const otherwise: Place = 'rest#refusals';

/** Where the guides explain a refusal: an address below `/docs/guides/`. */
export function guideAbout(path: string, status: number, code: string): Place {
  const asked = path.toLowerCase();
  const found = byPath.find((entry) => asked.startsWith(entry.path));
  const denied = status === 401 || status === 403 ? found?.denied : undefined;
  return denied ?? byCode[code] ?? found?.guide ?? otherwise;
}

/** Every place that {@link guideAbout} can name, for the test that follows them. */
export const guidePlaces: readonly Place[] = [
  ...new Set([
    ...Object.values(byCode),
    ...byPath.flatMap(({ guide, denied = guide }) => [guide, denied]),
    otherwise,
  ]),
];
