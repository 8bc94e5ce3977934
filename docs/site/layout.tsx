import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { groups } from './contents.ts';
import type { Page } from './markdown.ts';

/** Nothing inline and nothing from other hosts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** What every page of the site knows. */
export interface Site {
  readonly version: string;
  readonly pages: ReadonlyMap<string, Page>;
}

interface LayoutProps {
  readonly site: Site;
  readonly title: string;
  /** Name of the page that is open. */
  readonly current?: string;
  readonly children?: Child;
}

/** The frame of a page: header with search, sidebar, content. */
export function Layout({ site, title, current, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <title>{`${title} – ClientLib ${site.version}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="assets/tokens.css" />
        <link rel="stylesheet" href="assets/site.css" />
        <script src="assets/search-index.js" defer />
        <script src="assets/site.js" defer />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header class="top">
          <a class="name" href="index.html">
            ClientLib
          </a>
          <label class="version">
            <span class="hidden-label">Version</span>
            <select id="version" data-current={site.version}>
              <option>{site.version}</option>
            </select>
          </label>
          <search class="search">
            <input
              id="search"
              type="search"
              placeholder="Search ( / )"
              aria-label="Search the documentation"
              autocomplete="off"
              role="combobox"
              aria-expanded="false"
              aria-controls="results"
            />
            <div id="results" role="listbox" aria-label="Search results" hidden />
          </search>
        </header>
        <div class="columns">
          <Navigation site={site} current={current} />
          <main id="content" tabindex={-1}>
            {children}
          </main>
        </div>
      </body>
    </html>
  );
}

function Navigation({ site, current }: { readonly site: Site; readonly current: string | undefined }) {
  return (
    <nav aria-label="Pages" class="pages">
      <details open>
        <summary>Pages</summary>
        <PageLink name="index" title="Overview" isCurrent={current === undefined} />
        <PageLink name="demo" title="Demo" isCurrent={current === 'demo'} />
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            {group.pages.map((name) => (
              <PageLink
                key={name}
                name={name}
                title={site.pages.get(name)?.title ?? name}
                isCurrent={name === current}
              />
            ))}
          </section>
        ))}
      </details>
    </nav>
  );
}

interface PageLinkProps {
  readonly name: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

function PageLink({ name, title, isCurrent }: PageLinkProps) {
  return (
    <a href={`${name}.html`} aria-current={isCurrent ? 'page' : undefined}>
      {title}
    </a>
  );
}

/** A page of the documentation with its own table of contents. */
export function Article({ page }: { readonly page: Page }) {
  const headings = page.sections.filter(({ level }) => level === 2);
  return (
    <div class="article">
      {/* Markdown renders HTML of its own making: raw HTML in a source is escaped (`html: false`). */}
      <article>{raw(page.html)}</article>
      {headings.length > 1 && (
        <nav aria-label="On this page" class="toc">
          <h2>On this page</h2>
          {headings.map(({ heading, anchor }) => (
            <a key={anchor} href={`#${anchor}`}>
              {heading}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
