import { createSandbox } from '../../sandbox/sandbox.ts';

/** Names of the API, in lower case. */
export interface Vocabulary {
  /** Fields and parameters. */
  readonly fields: ReadonlySet<string>;
  /** Fields whose texts are always values of enumerations. */
  readonly enumerations: ReadonlySet<string>;
  /** Fields with custom keys: languages, ids. */
  readonly maps: ReadonlySet<string>;
  /** Words of paths. */
  readonly words: ReadonlySet<string>;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly const?: unknown;
  /** The name of a parameter. */
  readonly name?: unknown;
  readonly in?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: unknown;
  readonly $ref?: string;
}

/** Reads the names in the sandbox's API document; all other names are unknown. */
export async function readVocabulary(): Promise<Vocabulary> {
  const sandbox = createSandbox({ timers: false });
  try {
    return collectVocabulary(await (await sandbox.fetch('http://sandbox/openapi.json')).json());
  } finally {
    sandbox.close();
  }
}

/** @param document OpenAPI */
export function collectVocabulary(document: {
  readonly paths: object;
  readonly components?: object;
}): Vocabulary {
  const fields = new Set<string>();
  const maps = new Set<string>();
  const enumerated = new Set<string>();
  const free = new Set<string>();
  const visit = (schema: Schema, name: string): void => {
    if (schema.enum !== undefined || schema.const !== undefined) enumerated.add(name);
    else if ([schema.type].flat().includes('string')) free.add(name);
    if (typeof schema.additionalProperties === 'object') maps.add(name);
    if (typeof schema.name === 'string' && schema.in !== undefined) fields.add(schema.name.toLowerCase());
    for (const [key, inner] of Object.entries(schema)) {
      if (typeof inner !== 'object' || inner === null || /^(enum|examples?|default)$/.test(key)) continue;
      if (key === 'properties')
        for (const [field, one] of Object.entries(inner as NonNullable<Schema['properties']>)) {
          fields.add(field.toLowerCase());
          visit(one, field.toLowerCase());
        }
      else for (const one of [inner].flat()) visit(one as Schema, name);
    }
  };
  visit(document as Schema, '');
  const words = Object.keys(document.paths).flatMap((path) => path.toLowerCase().split('/'));
  return {
    fields,
    enumerations: new Set([...enumerated].filter((name) => !free.has(name))),
    maps,
    words: new Set(words.filter((word) => !word.startsWith('{'))),
  };
}
