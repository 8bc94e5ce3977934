import type * as z from 'zod';
import { nearestName } from '../domain/basics/nearest-name.ts';
import { invalid } from '../domain/basics/problem.ts';
import { type Mistake, type Path, toMistakes, written } from '../validation/mistakes.ts';
import { namedAsDefaults } from './any-case.ts';
import type { Configuration } from './configuration.ts';
import { defaultCatalogue } from './defaults/catalogue.ts';
import { completeEntries, configurationSchema } from './schema.ts';

/** A mistake in a configuration. */
export interface Found {
  readonly path: Path;
  readonly message: string;
}

/**
 * Validates a configuration.
 *
 * @param isKnown whether an entry of this id exists in addition to the defaults, so that it may be partial
 * @param name of the configuration, for messages
 * @throws Problem 422 with the first invalid field
 */
export function checkedConfiguration(
  given: object,
  isKnown: (id: string) => boolean = () => false,
  name = 'Config',
): Configuration {
  const value: unknown = namedAsDefaults(given);
  for (const { path, message } of mistakesIn(value, isKnown))
    throw invalid(written([name, ...path]), message);
  return value as Configuration;
}

/** Yields the mistakes in a configuration whose names have the case of the defaults. */
export function* mistakesIn(
  value: unknown,
  isKnown: (id: string) => boolean = () => false,
): Generator<Found> {
  const { success, data, error } = configurationSchema.safeParse(value);
  if (success) yield* incompleteEntries(data as Configuration, isKnown);
  else yield* toMistakes(error, value).map(withHint);
}

/** Adds the most similar known name to the message for an unknown one. */
function withHint({ path, message, isUnknown }: Mistake): Found {
  const near = isUnknown ? nearestName(String(path.at(-1)), knownNames(path.slice(0, -1))) : undefined;
  return { path, message: near === undefined ? message : `${message}; did you mean ${near}?` };
}

/** Returns the property names allowed at a path. */
function knownNames(path: Path): string[] {
  let schema: z.ZodType | undefined = configurationSchema;
  for (const part of path) {
    const inside: z.ZodType | undefined = unwrapped(schema);
    const { shape, element } = (inside?._zod.def ?? {}) as {
      shape?: Record<string, z.ZodType>;
      element?: z.ZodType;
    };
    schema = typeof part === 'number' ? element : shape?.[part];
  }
  return Object.keys((unwrapped(schema)?._zod.def as { shape?: object } | undefined)?.shape ?? {});
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  const inner = (schema?._zod.def as { innerType?: z.ZodType } | undefined)?.innerType;
  return inner === undefined ? schema : unwrapped(inner);
}

/** Yields mistakes in new catalogue entries, which must be complete; changes to existing entries may be partial. */
function* incompleteEntries(
  { Catalogue = {} }: Configuration,
  isKnown: (id: string) => boolean,
): Generator<Found> {
  for (const [list, schema] of Object.entries(completeEntries)) {
    const entries = ((Catalogue as Record<string, unknown>)[list] ?? []) as readonly {
      readonly Id?: string;
    }[];
    const defaults =
      Catalogue.Defaults === false
        ? []
        : (defaultCatalogue as unknown as Record<string, { Id: string }[]>)[list];
    for (const [at, entry] of entries.entries()) {
      if (defaults?.some(({ Id }) => Id === entry.Id) === true) continue;
      if (entry.Id !== undefined && isKnown(entry.Id)) continue;
      const { error } = schema.safeParse(entry);
      if (error === undefined) continue;
      for (const { path, message } of toMistakes(error, entry))
        yield { path: ['Catalogue', list, at, ...path], message: `${message}; a new entry needs it` };
    }
  }
}
