import type { AccountClient } from './account-client.ts';
import { type Entry, NotServed, type ReadPages, readList } from './read-list.ts';

/** The lists of the catalogue: the name in a configuration, and the path. */
export const catalogueLists = {
  TaxPolicies: 'taxPolicies',
  PlanGroups: 'planGroups',
  Plans: 'plans',
  Components: 'components',
  PlanVariants: 'planVariants',
  Discounts: 'discounts',
  Coupons: 'coupons',
  PriceLists: 'priceLists',
} as const;

export type ListName = keyof typeof catalogueLists;

/** The lists read so far, from which an interrupted run resumes. */
export type ReadLists = { readonly [name in ListName]?: ReadPages };

export interface ReadCatalogue {
  readonly lists: { readonly [name in ListName]?: readonly Entry[] };
  readonly notes: readonly string[];
}

/** Passes after which a constantly changing catalogue is used as it is. */
const MAX_PASSES = 5;

export interface Reading {
  readonly begun: ReadLists;
  readonly onRead: (name: ListName, pages: ReadPages) => Promise<void>;
}

/** Reads all lists, and reads changed ones again until two passes agree, so that the result existed at one instant. */
export async function readCatalogue(
  client: AccountClient,
  { begun, onRead }: Reading,
): Promise<ReadCatalogue> {
  let last = await readAll(client, begun, onRead);
  for (let pass = 2; pass <= MAX_PASSES; pass += 1) {
    const again = await readAll(client, {}, async () => {});
    const isSame = JSON.stringify(again) === JSON.stringify(last);
    last = again;
    if (isSame) return last;
  }
  return {
    ...last,
    notes: [
      ...last.notes,
      `The catalogue changed during each of ${MAX_PASSES} passes. Run the import again when nobody is editing it.`,
    ],
  };
}

async function readAll(
  client: AccountClient,
  begun: ReadLists,
  onRead: Reading['onRead'],
): Promise<ReadCatalogue> {
  const lists: { [name in ListName]?: readonly Entry[] } = {};
  const notes: string[] = [];
  for (const [name, path] of Object.entries(catalogueLists) as [ListName, string][]) {
    const before = begun[name];
    try {
      lists[name] =
        before?.isWhole === true
          ? before.entries
          : await readList(client, `/api/v1/${path}`, before?.entries ?? [], (pages) => onRead(name, pages));
    } catch (error) {
      if (!(error instanceof NotServed)) throw error;
      notes.push(`${name}: GET /api/v1/${path} could not be read: ${error.message}.`);
    }
  }
  return { lists, notes };
}
