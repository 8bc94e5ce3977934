import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import type { TestSandbox } from '../kit/types.ts';

/**
 * The merchant's side of a life: where webhooks go, and how its state is restored for the next life. A back end that
 * can copy its state has `snapshot` and `restore`; one that can only be emptied has `reset`, and each life is then run
 * from the start.
 */
export interface Merchant {
  /**
   * Receives each event, and the sandbox to read the rest from; or responds to the request as a web server; or is the
   * URL of a running receiver. An error it throws becomes a 500.
   */
  readonly webhooks?:
    | ((
        event: { readonly Event: string; readonly [field: string]: unknown },
        sandbox: TestSandbox,
      ) => unknown)
    | { readonly fetch: (request: Request) => Response | Promise<Response> }
    | string;
  /** Called before a life begins or continues, with the sandbox that the merchant's code must call from then on. */
  readonly enter?: (sandbox: TestSandbox) => unknown;
  /** Deletes everything. */
  readonly reset?: () => unknown;
  /** The whole state as a JSON value: equal states are explored once. */
  readonly snapshot?: () => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: it is what `snapshot` gave
  readonly restore?: (state: any) => unknown;
}

const RECEIVER = 'https://merchant.test/webhooks';

/** The merchant during successive lives. */
export class MerchantSide {
  readonly #merchant: Merchant;
  #sandbox: TestSandbox | undefined;

  /** @throws TypeError if the merchant has a state that cannot be restored */
  constructor(merchant: Merchant = {}) {
    this.#merchant = merchant;
    const { webhooks, reset, snapshot, restore } = merchant;
    if ((snapshot === undefined) !== (restore === undefined))
      throw new TypeError(
        `explore: merchant.${snapshot === undefined ? 'snapshot' : 'restore'} is missing. A state that is taken is also put back.`,
      );
    if (webhooks !== undefined && reset === undefined && snapshot === undefined)
      throw new TypeError(
        'explore: merchant.webhooks needs reset(), or snapshot() and restore(), so that no life sees the state of another. ' +
          'If the receiver keeps nothing, pass reset: () => {}.',
      );
  }

  /** Returns whether there is one at all. */
  get isThere(): boolean {
    return Object.keys(this.#merchant).length > 0;
  }

  /** Returns whether a life can continue from the middle: the state can be restored, or there is none. */
  get canRestore(): boolean {
    return this.#merchant.reset === undefined || this.#merchant.snapshot !== undefined;
  }

  async enter(sandbox: TestSandbox): Promise<void> {
    this.#sandbox = sandbox;
    await this.#merchant.enter?.(sandbox);
  }

  /** Resets to the state before any life, or to that after `reset`. */
  async reset(): Promise<void> {
    await this.#merchant.reset?.();
  }

  /** The current state; `undefined` if there is none to keep. */
  async snapshot(): Promise<unknown> {
    return this.#merchant.snapshot?.();
  }

  async restore(state: unknown): Promise<void> {
    await this.#merchant.restore?.(state);
  }

  /** The options of a sandbox whose webhooks go to the merchant. */
  get deliveryOptions(): Pick<SandboxOptions, 'webhooks' | 'deliver'> {
    const { webhooks } = this.#merchant;
    if (webhooks === undefined) return {};
    if (typeof webhooks === 'string') return { webhooks: [webhooks] };
    const deliver =
      typeof webhooks === 'function'
        ? async (request: Request) => {
            await webhooks(await request.json(), this.#sandbox as TestSandbox);
            return new Response(null, { status: 204 });
          }
        : async (request: Request) => webhooks.fetch(request);
    return { webhooks: [RECEIVER], deliver };
  }
}

/** The merchant's code for one sandbox. */
export interface Beside {
  /** The options of a sandbox whose webhooks go to the merchant. */
  readonly sandboxOptions: Pick<SandboxOptions, 'webhooks' | 'deliver'>;
  /** Resets the merchant and passes it the sandbox, before the first request. */
  enter(sandbox: TestSandbox): Promise<void>;
}

/**
 * Connects a merchant to the sandbox of a test, like `explore` does for each life; used in tests of a failure.
 *
 * @example
 * const shop = beside(merchant);
 * test.override({ sandboxOptions: { seed: 'explore', ...shop.sandboxOptions } });
 * test('a life', async ({ sandbox }) => {
 *   await shop.enter(sandbox);
 * });
 */
export function beside(merchant: Merchant): Beside {
  const side = new MerchantSide(merchant);
  return {
    sandboxOptions: side.deliveryOptions,
    async enter(sandbox) {
      await side.reset();
      await side.enter(sandbox);
    },
  };
}
