/**
 * Script and style of the pages at `/docs` as text, read from files of the package: import it lazily. Both are empty where
 * there are no files: in a browser, a service worker, on Cloudflare.
 */
declare module 'virtual:documentation' {
  /** Served at `/assets/documentation.js`. */
  export const documentationJs: string;
  /** Served at `/assets/documentation.css`. */
  export const documentationCss: string;
}

/**
 * The pages of `docs/` for users of the packages, rendered by the build and read from files of the package: import it
 * lazily. Empty where `virtual:documentation` is.
 */
declare module 'virtual:guides' {
  /** In reading order; served at `/docs/guides/<name>`. */
  export const guides: readonly {
    readonly name: string;
    readonly title: string;
    /** Title of its group in the sidebar. */
    readonly group: string;
    /** The first sentence. */
    readonly summary: string;
    readonly html: string;
    /** Headings of the second level. */
    readonly headings: readonly { readonly heading: string; readonly anchor: string }[];
    /** The anchors of all headings. */
    readonly anchors: readonly string[];
  }[];
}

/** The OpenAPI document without the address of its sandbox: import it lazily. */
declare module 'virtual:openapi' {
  /** Empty where `virtual:documentation` is, and if the build has not created it yet. */
  export const openApiText: string;
}

/** The same pages as Markdown: import it lazily. */
declare module 'virtual:guide-texts' {
  /** In reading order; available even if the texts are not. */
  export const guideList: readonly {
    readonly name: string;
    readonly title: string;
    readonly group: string;
    /** The first sentence. */
    readonly summary: string;
  }[];
  /** Empty where `virtual:documentation` is, and for an unknown name. */
  export function guideText(name: string): string;
}
