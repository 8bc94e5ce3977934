/**
 * The SDK's browser scripts as text, loaded as a script, so that the sandbox can serve them where there is no file
 * system. Import it lazily, `await import('virtual:clientlib')`: it is a chunk of its own. The build reads them from
 * `sdk/dist`; in tests they are built from the SDK's sources.
 */
declare module 'virtual:clientlib' {
  /** The script-tag build, served at `/clientlib.js`. */
  export const clientlibJs: string;
  /** The script inside the payment form's iframe, for the page `/elements/payment-form`. */
  export const paymentFormJs: string;
  /** Modules that this script loads, by file name: its texts in each language but English. */
  export const languages: { readonly [file: string]: string };
}

/** The drop-in for a script tag as text, loaded the same way. */
declare module 'virtual:drop-in' {
  /** The script, served at `/drop-in.js`. */
  export const dropInJs: string;
  /** Modules that the script loads, by file name: the texts of each language but English, and parts. */
  export const files: { readonly [file: string]: string };
}

/** Known when the sandbox is built: a few letters that change with any script or style that it serves. */
declare module 'virtual:build-version' {
  export const buildVersion: string;
}
