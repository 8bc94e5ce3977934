/** A piece of code and its kind; `undefined` for plain text. */
export interface Token {
  readonly kind: 'comment' | 'string' | 'keyword' | 'number' | 'tag' | undefined;
  readonly text: string;
}

const keywords =
  'async|await|catch|const|else|export|from|function|if|import|let|new|of|return|throw|try|undefined|null|true|false';

/** Matches enough of JavaScript with JSX and of HTML to highlight the code of the playground. */
const pattern = new RegExp(
  [
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->)/,
    /(?<string>'(?:\\.|[^'\\\n])*'|"[^"\n]*"|`(?:\\.|[^`\\])*`)/,
    /(?<tag><!?\/?[a-z][\w-]*|(?<=["\w}\s])\/?>(?=[\s<]|$))/i,
    new RegExp(`(?<keyword>\\b(?:${keywords})\\b)`),
    /(?<number>\b\d[\d_.]*\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** The tokens, which together form the code. */
export function tokenize(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: undefined, text: code.slice(end, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    tokens.push({ kind: kind as Token['kind'], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: undefined, text: code.slice(end) });
  return tokens;
}
