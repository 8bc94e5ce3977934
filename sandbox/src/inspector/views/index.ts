import { ActivityView } from './activity.tsx';
import { OverviewView } from './overview.tsx';

export interface ViewDefinition {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** Goes there after `g`. */
  readonly key: string;
  /** Whether it has a search of its own: the parameter `q`. */
  readonly isSearched?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: an element of the DOM renderer
  readonly view: () => any;
}

/** All views, in the order of the navigation. */
export const views: readonly ViewDefinition[] = [
  { name: 'overview', title: 'Overview', key: 'o', view: OverviewView },
  { name: 'activity', title: 'Activity', key: 'a', isSearched: true, view: ActivityView },
];
