/**
 * The library of the API reference as text, a chunk of its own: import it lazily. Both are empty in builds that leave it
 * out: service worker, Cloudflare, Jest.
 */
declare module 'virtual:api-reference' {
  /** Served at `/assets/swagger-ui.js`. */
  export const libraryJs: string;
  /** Served at `/assets/swagger-ui.css`. */
  export const libraryCss: string;
}
