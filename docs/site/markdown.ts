import GithubSlugger from 'github-slugger';
import hljs from 'highlight.js/lib/common';
import MarkdownIt, { type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';

/** One page, rendered. */
export interface Page {
  /** `billing` for `docs/billing.md` and `billing.html`. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** The first sentence of its first paragraph, for lists of pages. */
  readonly summary: string;
}

/** What search finds: a heading with the text below it. */
export interface Section {
  readonly heading: string;
  /** Level of the heading: 1 for the page's own. */
  readonly level: number;
  /** Of the heading; empty for the top of the page. */
  readonly anchor: string;
  readonly text: string;
}

/** What a {@link Renderer} knows of the documentation around a page. */
interface RendererOptions {
  /** Pages of this documentation: a link to one of them stays a link. */
  readonly names: Iterable<string>;
  /** Pages of `docs/` that are left out here: a link to one of them becomes plain text. */
  readonly absent?: Iterable<string>;
  /** Address of a page, beside the others. */
  readonly hrefOf?: (name: string) => string;
  /** Whether pictures are there; they are left out otherwise. */
  readonly hasPictures?: boolean;
}

/** Renders the pages of one documentation; a link to another of its pages leads to its HTML. */
export class Renderer {
  readonly #names: ReadonlySet<string>;
  readonly #absent: ReadonlySet<string>;
  readonly #hrefOf: (name: string) => string;
  readonly #hasPictures: boolean;

  constructor({
    names,
    absent = [],
    hrefOf = (name) => `${name}.html`,
    hasPictures = true,
  }: RendererOptions) {
    this.#names = new Set(names);
    this.#absent = new Set(absent);
    this.#hrefOf = hrefOf;
    this.#hasPictures = hasPictures;
  }

  render(name: string, source: string): Page {
    const slugger = new GithubSlugger();
    const markdown = new MarkdownIt({ html: false, linkify: false, highlight });
    markdown.use(anchor, {
      slugify: (text) => slugger.slug(text),
      permalink: anchor.permalink.headerLink({ class: 'anchor' }),
    });
    const tokens = markdown.parse(withoutMarks(source), {});
    this.#resolveLinks(tokens, name);
    if (!this.#hasPictures) dropPictures(tokens);
    emptyHeaders(tokens);
    const sections = sectionsOf(tokens);
    return {
      name,
      title: sections[0]?.heading ?? name,
      html: scrollable(markdown.renderer.render(tokens, markdown.options, {})),
      sections,
      summary: summaryOf(tokens),
    };
  }

  /** Pages become HTML files; files that are not on the site become plain text. */
  #resolveLinks(tokens: readonly Token[], page: string): void {
    for (const { children } of tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isDropped) {
          isDropped = false;
          token.tag = 'span';
        }
        if (token.type !== 'link_open') continue;
        const href = String(token.attrGet('href') ?? '');
        if (/^[a-z]+:|^#/i.test(href)) continue;
        const [path = '', hash] = href.split('#');
        const target = path.replace(/^\.\//, '').replace(/\.md$/, '');
        if (path.endsWith('.md') && this.#names.has(target))
          token.attrSet('href', `${this.#hrefOf(target)}${hash === undefined ? '' : `#${hash}`}`);
        else if (path.startsWith('../') || !path.endsWith('.md') || this.#absent.has(target)) {
          isDropped = true;
          token.tag = 'span';
          token.attrs = null;
        } else
          throw new Error(`docs/${page}.md links to ${href}, which is not a page of docs/site/contents.ts.`);
      }
    }
  }
}

/** A header without a text is no header: readers of screens would announce it. */
function emptyHeaders(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[at + 1]?.content.trim() !== '') continue;
    token.tag = 'td';
    const close = tokens[at + 2];
    if (close?.type === 'th_close') close.tag = 'td';
  }
}

function dropPictures(tokens: readonly Token[]): void {
  for (const token of tokens)
    if (token.children?.some(({ type }) => type === 'image') === true)
      token.children = token.children.filter(({ type }) => type !== 'image');
}

/** Samples and tables scroll sideways, so the keyboard must reach them. */
function scrollable(html: string): string {
  return html.replace(/<(pre|table)>/g, '<$1 tabindex="0">');
}

function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) === undefined
    ? escaped(code)
    : hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { heading: string; level: number; anchor: string; text: string }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      const heading = plain(tokens[at + 1]);
      sections.push({
        heading,
        level,
        anchor: level === 1 ? '' : String(token.attrGet('id') ?? ''),
        text: '',
      });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${plain(token)} `;
    } else if (token.type === 'fence') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${token.content} `;
    }
  }
  return sections;
}

/** The words of a token, without its markup. */
function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('')
    .trim();
}

/** Without the comments between which commands of ours write tables: readers have no use for them. */
function withoutMarks(source: string): string {
  return source.replace(/^<!--.*-->$/gm, '');
}

function summaryOf(tokens: readonly Token[]): string {
  const paragraph = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const text = plain(tokens[paragraph + 1]);
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.replace(/:$/, '.');
}
