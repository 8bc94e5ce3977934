import { ClientLibError, Portal } from 'clientlib';
import { firstCode } from '../problem.ts';
import { setUpError } from '../set-up.ts';

/** The token of a customer, and where to get a new one. */
export interface TokenSource {
  readonly token: string | undefined;
  /** Address of the merchant's back end that answers with `{ Token }`, for the customer who is signed in there. */
  readonly tokenUrl: string | undefined;
}

const noToken = (status: number): string =>
  `answered ${status} without a token. Answer a POST there with { "Token": "…" }.`;

const noSource = 'missing. Set token, or token-url to an address of your back end.';

/** Calls ClientLib.Portal; with a new token where the old one has run out. */
export class PortalAccess {
  private readonly _source: TokenSource;
  private readonly _host: Element;
  private _portal: Promise<Portal> | undefined;

  constructor(source: TokenSource, host: Element) {
    this._source = source;
    this._host = host;
    if (source.token) this._portal = Promise.resolve(new Portal(source.token));
  }

  async call<T>(operation: (portal: Portal) => Promise<T>): Promise<T> {
    const portal = this._portal ?? this._renew();
    this._portal = portal;
    const current = await portal;
    try {
      return await operation(current);
    } catch (error) {
      if (firstCode(error) !== 'LoginError' || !this._source.tokenUrl) throw error;
      // Somebody else may have renewed it meanwhile.
      if (this._portal === portal) this._portal = this._renew();
      return operation(await this._portal);
    }
  }

  private async _renew(): Promise<Portal> {
    const { token: given, tokenUrl } = this._source;
    if (!tokenUrl) {
      if (given === undefined) throw setUpError(this._host, 'token', noSource);
      throw new ClientLibError(['LoginError'], '<clientlib-portal> token="": nobody is signed in.');
    }
    try {
      const response = await fetch(tokenUrl, { method: 'POST', credentials: 'same-origin' });
      const { status } = response;
      if ([401, 403, 408, 429].includes(status) || status >= 500) {
        const code = status === 401 || status === 403 ? 'LoginError' : 'ServerError';
        throw new ClientLibError([code], `<clientlib-portal>: token-url answered ${status}.`, { status });
      }
      const { Token, token = Token } = await response.json().catch(() => ({}));
      if (!response.ok || !token) throw setUpError(this._host, 'token-url', noToken(status));
      return new Portal(token);
    } catch (error) {
      // The next call asks again.
      this._portal = undefined;
      throw error;
    }
  }
}
