import { quoted } from '../../served/test-code/literal.ts';
import type { Catalog } from '../../service/model/sandbox-catalog.ts';

/** Custom fields by owner. */
export type CustomFieldNames = Readonly<Record<string, readonly string[]>>;

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly comment?: string;
}

/** The catalogue of an account as a TypeScript file: a name for each id, and a union of all. */
export function catalogueTypes(
  { PlanVariants, Components, Coupons }: Pick<Catalog, 'PlanVariants' | 'Components' | 'Coupons'>,
  customFields: CustomFieldNames,
): string {
  const plans = PlanVariants.map(({ Id, Name, RecurringFee, Currency }) => ({
    name: Name,
    value: Id,
    comment: `${Name}: ${RecurringFee} ${Currency}`,
  }));
  const components = Components.map(({ Id, Name = Id, ComponentType }) => ({
    name: Name,
    value: Id,
    comment: `${Name} (${ComponentType})`,
  }));
  const coupons = Coupons.flatMap(({ Codes, Outcome }) =>
    Codes.map((code) => ({ name: code, value: code, comment: Outcome })),
  );
  const fields = Object.entries(customFields).flatMap(([owner, names]) =>
    names.map((name) => ({ name, value: name, comment: `Custom field: ${owner}` })),
  );
  return [
    '// The catalogue of the account, written by "clientlib-sandbox types". Do not edit: run the command again.',
    ...declaration('plans', 'PlanVariantId', plans),
    ...declaration('components', 'ComponentId', components),
    ...declaration('coupons', 'CouponCode', coupons),
    ...declaration('customFields', 'CustomFieldName', fields),
    '',
  ].join('\n');
}

function declaration(constant: string, type: string, entries: readonly Entry[]): string[] {
  const names = new Set<string>();
  const lines = entries.flatMap(({ name, value, comment = '' }) => {
    const known = unused(name, names);
    names.add(known);
    return [`  /** ${comment.replace(/[\p{Cc}*]+/gu, ' ')} */`, `  ${known}: ${quoted(value)},`];
  });
  return [
    '',
    `export const ${constant} = {`,
    ...lines,
    '} as const;',
    `export type ${type} = (typeof ${constant})[keyof typeof ${constant}];`,
  ];
}

/** A name in camelCase, with a number if it is not unique. An upper-case code stays unchanged. */
function unused(name: string, names: ReadonlySet<string>): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? ['unnamed'];
  const camel = words.map((word, at) => {
    const first = at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase();
    return first + word.slice(1);
  });
  const base = (/^[A-Z0-9_]+$/.test(name) ? name : camel.join('')).replace(/^(?=\d)/, '_');
  let number = 1;
  while (names.has(number === 1 ? base : `${base}${number}`)) number += 1;
  return number === 1 ? base : `${base}${number}`;
}
