export type DifferenceKind = 'missing' | 'added' | 'type' | 'value' | 'order';

/** One difference between two JSON values. */
export interface StructuralDifference {
  /** `Catalogue.PlanVariants[b00000000000000000000001].RecurringFee`; `` for the whole. */
  readonly path: string;
  readonly kind: DifferenceKind;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Json = { readonly [name: string]: unknown };

/**
 * All differences between two JSON values, from the outside to the inside. List entries are compared by their `Id`, so an
 * added one shifts no others; in lists without ids, by their index.
 */
export function structuralDifferences(before: unknown, after: unknown, path = ''): StructuralDifference[] {
  if (Object.is(before, after)) return [];
  if (before === undefined) return [{ path, kind: 'added', after }];
  if (after === undefined) return [{ path, kind: 'missing', before }];
  if (valueType(before) !== valueType(after)) return [{ path, kind: 'type', before, after }];
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  if (typeof before !== 'object' || before === null) return [{ path, kind: 'value', before, after }];
  return Object.keys({ ...before, ...(after as Json) }).flatMap((name) =>
    structuralDifferences(
      (before as Json)[name],
      (after as Json)[name],
      path === '' ? name : `${path}.${name}`,
    ),
  );
}

function listDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): StructuralDifference[] {
  const [was, is] = [byId(before), byId(after)];
  // Entries that each side has generated have no id in common.
  const areOthers =
    before.length > 0 && after.length > 0 && ![...(was?.keys() ?? [])].some((id) => is?.has(id));
  if (was === undefined || is === undefined || areOthers) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) =>
      structuralDifferences(before[at], after[at], `${path}[${at}]`),
    ).flat();
  }
  const common = [...was.keys()].filter((id) => is.has(id));
  const isOrdered = [...is.keys()].filter((id) => was.has(id)).every((id, at) => id === common[at]);
  const found = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) =>
    structuralDifferences(was.get(id), is.get(id), `${path}[${id}]`),
  );
  return isOrdered ? found : [{ path, kind: 'order' }, ...found];
}

/** The entries by id; `undefined` if one has no id. An empty list counts as having ids. */
function byId(list: readonly unknown[]): Map<string, unknown> | undefined {
  const entries = new Map<string, unknown>();
  for (const entry of list) {
    const id = (entry as Json | null)?.['Id'];
    if (typeof id !== 'string') return undefined;
    entries.set(id, entry);
  }
  return entries;
}

/** Returns the JSON type of a value. */
export function valueType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

const SIGNS: { readonly [kind in DifferenceKind]: string } = {
  missing: '-',
  added: '+',
  type: '~',
  value: '~',
  order: '↕',
};

/** A difference on one line, for people. */
export function differenceLine({ path, kind, before, after }: StructuralDifference): string {
  const change =
    kind === 'order'
      ? 'in another order'
      : kind === 'added'
        ? short(after)
        : kind === 'missing'
          ? short(before)
          : `${short(before)} → ${short(after)}`;
  return `${SIGNS[kind]} ${path}: ${change}`;
}

/** Maximum characters of a value to show. */
const SHOWN = 100;

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
