/**
 * Script and style of the inspector as text, loaded as a script, so that the sandbox can serve them where there is no
 * file system. Import it lazily: it is a chunk of its own. The build makes them with Rollup; in tests they are made from
 * the sources.
 */
declare module 'virtual:inspector' {
  /** Served at `/assets/inspector.js`. */
  export const inspectorJs: string;
  /** Served at `/assets/inspector.css`. */
  export const inspectorCss: string;
}
