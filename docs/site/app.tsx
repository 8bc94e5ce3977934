import { Hono } from 'hono';
import { contributors, groups } from './contents.ts';
import { Article, Layout, type Site } from './layout.tsx';
import { type Page, Renderer } from './markdown.ts';

/** Renders every page of the documentation. */
export function renderPages(sources: ReadonlyMap<string, string>): ReadonlyMap<string, Page> {
  const names = groups.flatMap(({ pages }) => pages);
  const missing = [...sources.keys()].filter((name) => !names.includes(name) && !contributors.includes(name));
  if (missing.length > 0)
    throw new Error(
      `docs/site/contents.ts does not list ${missing.map((name) => `docs/${name}.md`).join(', ')}.`,
    );
  const renderer = new Renderer({ names, absent: contributors });
  return new Map(
    names.map((name) => {
      const source = sources.get(name);
      if (source === undefined)
        throw new Error(`docs/site/contents.ts lists docs/${name}.md, which does not exist.`);
      return [name, renderer.render(name, source)];
    }),
  );
}

/** The site as a Hono app, from which `toSSG` makes files. */
export function siteApp(site: Site): Hono {
  const app = new Hono();
  app.get('/index.html', (c) => c.html(`<!doctype html>${<Overview site={site} />}`));
  app.get('/demo.html', (c) => c.html(`<!doctype html>${<Demo site={site} />}`));
  for (const page of site.pages.values()) {
    app.get(`/${page.name}.html`, (c) =>
      c.html(
        `<!doctype html>${(
          <Layout site={site} title={page.title} current={page.name}>
            <Article page={page} />
          </Layout>
        )}`,
      ),
    );
  }
  return app;
}

function Overview({ site }: { readonly site: Site }) {
  return (
    <Layout site={site} title="Documentation">
      <article>
        <h1>Documentation</h1>
        <p>
          ClientLib is the browser SDK of a subscription-billing service. clientlib-sandbox simulates the
          whole service on your machine: REST, OAuth, payments, app stores, webhooks, and a clock that you
          move.
        </p>
        <p>
          <a class="button main" href="five-minutes.html">
            Get started
          </a>{' '}
          <a class="button" href="demo.html">
            Try the demo
          </a>
        </p>
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul class="cards">
              {group.pages.map((name) => {
                const page = site.pages.get(name);
                return (
                  <li key={name}>
                    <a href={`${name}.html`}>{page?.title}</a>
                    <p class="quiet">{page?.summary}</p>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </article>
    </Layout>
  );
}

function Demo({ site }: { readonly site: Site }) {
  return (
    <Layout site={site} title="Demo" current="demo">
      <article>
        <h1>Demo</h1>
        <p>
          A signup page without a server: the sandbox runs in a service worker of this site and keeps its
          state in your browser. Serve the site from a host; a service worker does not run on a page that is
          opened from disk.
        </p>
        <p>
          <a class="button main" href="demo/index.html">
            Open the signup page
          </a>
        </p>
      </article>
    </Layout>
  );
}
