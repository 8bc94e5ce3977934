// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  keepHeight,
  lendPlace,
  type Place,
  takePlaces,
  tellHeight,
} from '../../../../sdk/src/elements/internal/places.ts';

/* Fields in frames of their own: how the frames of a form find each other in the page, whichever loads first. */

type Meeting = NonNullable<Window['clientlibForm']>;

const group = '0.5';
/** The frames of the page, of which this document is the first. */
let frames: (object | undefined)[];
let said: { type: string; detail: Record<string, unknown> }[];
const port = { postMessage: (message: never) => said.push(message) } as unknown as MessagePort;

beforeEach(() => {
  said = [];
  frames = [window];
  const page = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => (name === 'length' ? frames.length : frames[Number(name)]),
  });
  vi.spyOn(window, 'parent', 'get').mockReturnValue(page as never);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
    },
  );
});
afterEach(() => {
  Reflect.deleteProperty(window, 'clientlibForm');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sibling = (clientlibForm: Meeting) => ({ clientlibForm });
const place = (name: string) => ({ name }) as Place;
/** A frame of another origin. */
const foreign = Object.defineProperty({}, 'clientlibForm', {
  get() {
    throw new DOMException('Blocked.', 'SecurityError');
  },
});

describe('the frame that runs the form', () => {
  it('takes the places of its siblings that are there, and none of another form or origin', () => {
    const taken: string[] = [];
    frames.push(
      foreign,
      undefined,
      {},
      sibling({ group, place: place('expiry') }),
      sibling({ group: '0.7', place: place('iban') }),
      sibling({ group, place: place('cvc') }),
    );
    takePlaces(group, ({ name }) => taken.push(name));
    expect(taken).toEqual(['expiry', 'cvc']);
  });

  it('takes those that come later, by what it leaves for them', () => {
    const take = vi.fn();
    takePlaces(group, take);
    expect(take).not.toHaveBeenCalled();
    expect(window.clientlibForm).toEqual({ group, take });
  });
});

/** What is observed by the page, and a change of its size. */
function observedSizes() {
  const observed: Element[] = [];
  let changed = (): void => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        changed = listener;
      }
      observe(element: Element): void {
        observed.push(element);
      }
    },
  );
  return { observed, resize: () => changed() };
}

describe('the frame of a field', () => {
  const lend = () => lendPlace({ name: 'cvc', group, isFirst: false }, port);

  it('lends its document to the form of its group, and speaks through its own port', () => {
    const take = vi.fn();
    const other = vi.fn();
    frames.push(foreign, sibling({ group, take }), sibling({ group: '0.7', take: other }));
    lend();
    const [[lent]] = take.mock.calls as [[Place]];
    expect([take.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
    expect([lent.name, lent.root]).toEqual(['cvc', document.body]);
    lent.post({ type: 'ready', detail: { title: 'Code' } });
    expect(said).toEqual([{ clientlib: 1, type: 'ready', detail: { title: 'Code' } }]);
  });

  it('tells its own height, whenever that changes', () => {
    const { resize } = observedSizes();
    lend();
    vi.spyOn(document.documentElement, 'getBoundingClientRect').mockReturnValue({ height: 72 } as DOMRect);
    resize();
    expect(said).toEqual([{ clientlib: 1, type: 'height', detail: { height: 72 } }]);
  });

  it('leaves its place for a form that comes later', () => {
    lend();
    expect(window.clientlibForm).toMatchObject({ group, place: { name: 'cvc', root: document.body } });
    expect(said).toEqual([]);
  });

  it('that is not among the frames of its page, as in a shadow root, says what to do', () => {
    frames = [];
    lend();
    expect(said).toMatchObject([
      {
        type: 'failed',
        detail: {
          errorCode: 'InvalidConfiguration FrameBlocked',
          developerMessage: expect.stringContaining('cvc: the frames of a form cannot find each other'),
        },
      },
    ]);
  });
});

describe('the height of a frame', () => {
  const post = vi.fn();
  const measured = { root: document.body, post };
  beforeEach(() => {
    post.mockClear();
    vi.spyOn(document.documentElement, 'getBoundingClientRect').mockReturnValue({ height: 40.2 } as DOMRect);
  });

  it('is told in whole pixels, in which its document has room', () => {
    tellHeight(measured);
    expect(post).toHaveBeenCalledExactlyOnceWith({ type: 'height', detail: { height: 41 } });
  });

  it('is told whenever that of its document changes', () => {
    const { observed, resize } = observedSizes();
    keepHeight(measured);
    resize();
    resize();
    expect([observed, post.mock.calls.length]).toEqual([[document.documentElement], 2]);
  });
});
