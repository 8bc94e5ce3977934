/** A search result in the guides: a heading and the text below it. */
interface GuideSection {
  /** `errors#declined-payments`; the name alone for the top of a page. */
  readonly id: string;
  /** Title of the page. */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const HEADING = /<h([1-6]) id="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g;

const entities: { readonly [entity: string]: string } = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#x27': "'",
};

/** The words of a fragment of a page. Code is highlighted: spans split its words. */
const plain = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|em|span|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(lt|gt|quot|amp|#x27);/g, (_, entity: string) => entities[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The sections of a guide, extracted from its page, so that the package contains the guides' texts only once. */
export function splitSections({
  name,
  title,
  html,
}: {
  readonly name: string;
  readonly title: string;
  readonly html: string;
}): GuideSection[] {
  const headings = [...html.matchAll(HEADING)];
  return headings.map(({ 0: whole, 1: level, 2: anchor, 3: heading = '', index }, at) => ({
    id: level === '1' ? name : `${name}#${anchor}`,
    page: title,
    heading: plain(heading),
    text: plain(html.slice(index + whole.length, headings[at + 1]?.index)),
  }));
}
