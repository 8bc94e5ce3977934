import type { Configuration } from '../types/configuration.ts';

/** The page of a 3-D Secure challenge. Open `url` with the parameters, as a GET with a query or as a form POST. */
export interface ChallengeRedirect {
  url: string;
  params: Record<string, string>;
}

/** Configuration of `Payment`. Settings of `configure` apply to this instance: `baseUrl` and `fetch` for a test. */
export interface PaymentConfig extends Configuration {
  /** Public key that identifies the account. */
  publicApiKey: string;
  /**
   * Page that a redirecting provider sends the customer back to; it must call `finalize`. Absolute, or relative to the
   * current page; may have a query. Required for methods that redirect.
   */
  providerReturnUrl?: string | undefined;
  /**
   * Shows the 3-D Secure challenge in the page's own frame or window. Call `cancelCallback` if the customer
   * closes it. Default: the library shows a modal dialog.
   */
  popupCreate?: ((redirect: ChallengeRedirect, cancelCallback: () => void) => void) | undefined;
  /** Removes what `popupCreate` created. Called once for each `popupCreate`, whatever the outcome. */
  popupClose?: (() => void) | undefined;
}

/** The page's own display of 3-D Secure. */
export type Popups = Pick<PaymentConfig, 'popupCreate' | 'popupClose'>;
