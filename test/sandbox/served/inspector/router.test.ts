// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaskType } from '../../../../sandbox/src/service/domain/records/tasks.ts';

/* Addresses of the inspector: what they show, and where links lead. */

type Router = typeof import('../../../../sandbox/src/served/inspector/router.ts');
type Meaning = typeof import('../../../../sandbox/src/served/inspector/meaning.ts');
let router: Router;
let meaning: Meaning;
async function load(hash: string): Promise<void> {
  location.hash = hash;
  vi.resetModules();
  router = await import('../../../../sandbox/src/served/inspector/router.ts');
  meaning = await import('../../../../sandbox/src/served/inspector/meaning.ts');
}
beforeEach(() => load(''));

const shown = () => {
  const { view, id, query } = router.currentRoute();
  return [view, id, `${query}`];
};

it.each([
  ['', ['overview', undefined, '']],
  ['#/', ['overview', undefined, '']],
  ['#/contracts', ['contracts', undefined, '']],
  ['#/contracts/', ['contracts', undefined, '']],
  ['#/contracts/c%2F1?sort=-Balance&q=a', ['contracts', 'c/1', 'sort=-Balance&q=a']],
])('the address "%s" shows %j', async (hash, route) => {
  await load(hash);
  expect(shown()).toEqual(route);
});

describe('a link', () => {
  it('has an id and a filter, without what is empty', () => {
    expect([
      router.href('contracts'),
      router.href('contracts', 'c/1'),
      router.href('contracts', undefined, { q: '', sort: '-Balance' }),
    ]).toEqual(['#/contracts', '#/contracts/c%2F1', '#/contracts?sort=-Balance']);
  });

  it('to another row keeps the filter, and not the delivery', async () => {
    await load('#/activity/a?q=x&delivery=d1');
    expect([router.selectHref('b'), router.selectHref(undefined)]).toEqual([
      '#/activity/b?q=x',
      '#/activity?q=x',
    ]);
  });

  it('of a task leads to its order, its delivery, its payment or its contract, or nowhere', () => {
    const ofContract = '#/contracts/k1';
    const links: Record<TaskType, string | undefined> = {
      lifecycle: ofContract,
      pause: ofContract,
      'pause-end': ofContract,
      approaching: ofContract,
      collect: ofContract,
      'payment-retry': ofContract,
      escalation: ofContract,
      'pay-out': ofContract,
      'card-expiring': ofContract,
      'card-expired': ofContract,
      'store-check': ofContract,
      'order-expiry': '#/orders/k1',
      delivery: '#/webhooks?delivery=k1',
      'void-preauthorization': '#/payments/k1',
      'provider-notification': undefined,
      'provider-visit': undefined,
      'store-subscription': undefined,
    };
    for (const [type, link] of Object.entries(links))
      expect([type, meaning.taskHref(type, 'k1')]).toEqual([type, link]);
  });
});

describe('a change of the address', () => {
  it('of the filter alone replaces the entry of the history', async () => {
    await load('#/contracts/c1?q=a&sort=Name');
    const entries = history.length;
    router.setQuery({ q: '', status: 'Active' });
    expect([location.hash, shown()[2], history.length]).toEqual([
      '#/contracts/c1?sort=Name&status=Active',
      'sort=Name&status=Active',
      entries,
    ]);
  });

  it('is heard where another view or row is shown', async () => {
    await load('#/contracts/c1');
    const heard = vi.fn();
    router.onOther(heard);
    router.setQuery({ q: 'a' });
    expect(heard).toHaveBeenCalledTimes(0);
    const go = async (hash: string) => {
      router.go(hash);
      await vi.waitFor(() => expect(location.hash).toBe(hash));
      globalThis.dispatchEvent(new Event('hashchange'));
    };
    await go('#/contracts/c2');
    await go('#/orders/c2');
    await go('#/orders/c2?q=b');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('a meaning', () => {
  it.each([
    [200, 'ok'],
    [399, 'ok'],
    [400, 'fail'],
    [0, 'fail'],
  ])('of the status %d is %s', (status, expected) => {
    expect(meaning.statusMeaning(status)).toBe(expected);
  });

  it.each([
    ['Succeeded', 'ok'],
    ['Failed', 'fail'],
    ['Pending', 'wait'],
    ['Canceled', 'wait'],
    ['Dropped', 'wait'],
  ] as const)('of a delivery that is %s is %s', (Status, expected) => {
    expect(meaning.deliveryMeaning({ Status, Attempts: [] } as never)).toBe(expected);
  });

  it('of a group is its title', () => {
    const title = (group: object) => meaning.groupTitle({ events: [], ...group } as never);
    expect([
      title({ kind: 'task', task: { Type: 'collect' } }),
      title({ kind: 'event', events: [{ event: { Event: 'PaymentFailed' } }] }),
      title({ kind: 'request' }),
      title({ kind: 'request', request: { Method: 'GET', Path: '/api/v1/orders?take=5' } }),
    ]).toEqual(['Payment', 'Payment failed', 'Request in progress', 'GET /api/v1/orders']);
  });
});

it.each([
  [{ base: 'http://s.test' }, 'a b', 'http://s.test/w/a%20b/'],
  [{ base: 'http://s.test' }, '', 'http://s.test/'],
  [{ base: 'http://s.test/w/one', workspace: 'one' }, 'two', 'http://s.test/w/two/'],
  [{ base: 'http://s.test/w/one', workspace: 'one' }, '', 'http://s.test/'],
])('from %j, the workspace "%s" is at %s', async (dataset, name, url) => {
  Object.assign(document.body.dataset, dataset);
  vi.resetModules();
  const { workspaceUrl } = await import('../../../../sandbox/src/served/inspector/settings.ts');
  for (const key of Object.keys(dataset)) Reflect.deleteProperty(document.body.dataset, key);
  expect(workspaceUrl(name)).toBe(url);
});
