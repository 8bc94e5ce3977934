/**
 * The library of the API reference as text, read from files of the package: import it lazily. Both are empty where there are
 * no files: in a browser, a service worker, on Cloudflare.
 */
declare module 'virtual:api-reference' {
  /** Served at `/assets/swagger-ui.js`. */
  export const libraryJs: string;
  /** Served at `/assets/swagger-ui.css`. */
  export const libraryCss: string;
}
