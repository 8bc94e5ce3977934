/** A placeholder in the requests of a session: its place is what stands between the braces. Other braces are text. */
export const PLACEHOLDER = /\{\{(secret of [^{}]+|\d{1,9}#\d{1,9}|\d{1,9}\.[^{}]+)\}\}/g;

/** Matches possible ids and tokens: long texts with a digit. */
export const TOKEN = /(?<![\w-])(?=[A-Za-z_-]*\d)[\w-]{16,}/g;

/** Ids of the default account and catalogue, which every sandbox has. */
export const OF_FIXTURES = /^[0-9a-f]{1,2}0{16,}/;

/** The value that a placeholder replaces. */
export type PlaceholderPlace =
  /** A secret of the account: `secret of c00000000000000000000001`. */
  | { readonly kind: 'Secret'; readonly of: string }
  /** An id that a row created: `4#2` is the second one of row 4. */
  | { readonly kind: 'Made'; readonly row: number; readonly at: number }
  /** A value in the response of a row: `4.Items.0.Id`, or the second token of a text there: `4.Url~1`. */
  | {
      readonly kind: 'Answer';
      readonly row: number;
      readonly path: readonly string[];
      readonly token?: number;
    };

/** Parses a placeholder. */
export function parsePlaceholder(text: string): PlaceholderPlace {
  if (text.startsWith('secret of ')) return { kind: 'Secret', of: text.slice('secret of '.length) };
  const made = /^(\d+)#(\d+)$/.exec(text);
  if (made !== null) return { kind: 'Made', row: Number(made[1]), at: Number(made[2]) };
  const [, whole = text, token] = /^(.*?)(?:~(\d+))?$/.exec(text) ?? [];
  const [row = '', ...path] = whole.split('.');
  return { kind: 'Answer', row: Number(row), path, ...(token === undefined ? {} : { token: Number(token) }) };
}
