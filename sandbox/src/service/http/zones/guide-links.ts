import type { GuidePlace, Rules } from './description.ts';

/** The guide about a rejection with this code, for any request. */
const byCode: { readonly [code: string]: GuidePlace } = {
  ClockMoving: 'clock-and-state#move-the-clock',
  AdvanceCanceled: 'clock-and-state#move-the-clock',
  StateReplaced: 'clock-and-state#reset-snapshot-and-restore',
  NotKept: 'sessions#go-back',
  NotRecorded: 'sessions#what-is-recorded',
  TooManyWorkspaces: 'clock-and-state#workspaces',
};

/** Returns the guide about a rejection: an address below `/docs/guides/`. */
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

/** Every address that {@link guideAbout} can return for routes of these zones, for the test that checks the links. */
export function guidePlaces(zones: Iterable<Pick<Rules, 'guide'>>): GuidePlace[] {
  const ofZones = [...zones].flatMap(({ guide: { refused, denied = refused } }) => [refused, denied]);
  return [...new Set([...Object.values(byCode), ...ofZones])];
}

/** A guide with the default address replaced by this sandbox's, so that its commands can be copied. */
export const atAddress = (baseUrl: string, guide: string): string =>
  guide
    .replaceAll('http://localhost:4400', baseUrl)
    .replaceAll('localhost:4400', baseUrl.replace(/^https?:\/\//, ''));
