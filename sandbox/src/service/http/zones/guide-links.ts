import type { GuidePlace, Rules } from './description.ts';

/** The guide about a refusal with this code, whatever was asked. */
const byCode: { readonly [code: string]: GuidePlace } = {
  ClockMoving: 'clock-and-state#move-the-clock',
  AdvanceCanceled: 'clock-and-state#move-the-clock',
  StateReplaced: 'clock-and-state#reset-snapshot-and-restore',
  NotKept: 'sessions#go-back',
  NotRecorded: 'sessions#what-is-recorded',
  TooManyWorkspaces: 'clock-and-state#workspaces',
};

/** Returns the guide about a refusal: an address below `/docs/guides/`. */
export function guideAbout({ guide }: Pick<Rules, 'guide'>, status: number, code: string): GuidePlace {
  const denied = status === 401 || status === 403 ? guide.denied : undefined;
  return denied ?? byCode[code] ?? guide.refused;
}

/** The header `Link` to the Markdown of a guide. @param guide address of its page, with or without a heading */
export function markdownLink(guide: string, relation: 'help' | 'alternate'): string {
  const [page, heading] = guide.split('#');
  const anchor = heading === undefined ? '' : `#${heading}`;
  return `<${page}.md${anchor}>; rel="${relation}"; type="text/markdown"`;
}

/** Every place that {@link guideAbout} can name for routes of these zones, for the test that follows them. */
export function guidePlaces(zones: Iterable<Pick<Rules, 'guide'>>): GuidePlace[] {
  const ofZones = [...zones].flatMap(({ guide: { refused, denied = refused } }) => [refused, denied]);
  return [...new Set([...Object.values(byCode), ...ofZones])];
}

/** A guide with the address of this sandbox in place of the default one, so that its commands run as they are. */
export const atAddress = (baseUrl: string, guide: string): string =>
  guide
    .replaceAll('http://localhost:4400', baseUrl)
    .replaceAll('localhost:4400', baseUrl.replace(/^https?:\/\//, ''));
