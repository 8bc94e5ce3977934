import { guides } from 'virtual:guides';
import { raw } from 'hono/html';
import type { oas31 } from 'zod-openapi';
import type { ServiceContext } from '../zones/env.ts';
import { atAddress } from '../zones/guide-links.ts';
import { answerDocumentation } from './documentation-layout.tsx';

type Guide = (typeof guides)[number];

/** A guide, with a list of its sections. */
export function guidePage(c: ServiceContext, document: oas31.OpenAPIObject, guide: Guide): Response {
  return answerDocumentation(c, {
    part: 'guides',
    title: guide.title,
    document,
    guide: guide.name,
    body: (
      <div class="article">
        {/* Markdown of this repository, rendered by the build: raw HTML in a source is escaped. */}
        <article>{raw(atAddress(c.env.baseUrl, guide.html))}</article>
        {guide.headings.length > 1 && (
          <nav aria-label="On this page" class="toc">
            <h2>On this page</h2>
            <ul>
              {guide.headings.map(({ heading, anchor }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    ),
  });
}

/** The list of all guides. */
export function guideListPage(c: ServiceContext, document: oas31.OpenAPIObject): Response {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return answerDocumentation(c, {
    part: 'guides',
    title: 'Guides',
    document,
    body: (
      <article>
        <h1>Guides</h1>
        {groups.map((group) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul class="cards">
              {guides
                .filter((guide) => guide.group === group)
                .map(({ name, title, summary }) => (
                  <li key={name}>
                    <a href={`${c.env.baseUrl}/docs/guides/${name}`}>{title}</a>
                    <p class="quiet">{atAddress(c.env.baseUrl, summary)}</p>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </article>
    ),
  });
}
