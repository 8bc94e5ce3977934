import { contributors, groups } from './contents.ts';
import { Renderer } from './markdown.ts';

/** A guide as the sandbox serves it at `/docs/guides/<name>`. */
interface Guide {
  readonly name: string;
  readonly title: string;
  /** Title of its group in the sidebar. */
  readonly group: string;
  readonly summary: string;
  readonly html: string;
  /** Headings of the second level. */
  readonly headings: readonly { readonly heading: string; readonly anchor: string }[];
  /** Of every heading. */
  readonly anchors: readonly string[];
}

/** The pages for users of the packages, rendered for the sandbox. */
export function renderGuides(sources: ReadonlyMap<string, string>): {
  readonly guides: readonly Guide[];
} {
  const names = groups.flatMap(({ pages }) => pages);
  const renderer = new Renderer({ names, absent: contributors, hrefOf: (name) => name, hasPictures: false });
  const pages = groups.flatMap(({ title: group, pages }) =>
    pages.map((name) => ({ group, page: renderer.render(name, sources.get(name) ?? '') })),
  );
  return {
    guides: pages.map(({ group, page }) => ({
      name: page.name,
      title: page.title,
      group,
      summary: page.summary,
      html: page.html,
      headings: page.sections
        .filter(({ level }) => level === 2)
        .map(({ heading, anchor }) => ({ heading, anchor })),
      anchors: page.sections.map(({ anchor }) => anchor).filter((anchor) => anchor !== ''),
    })),
  };
}
