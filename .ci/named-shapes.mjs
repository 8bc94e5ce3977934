// TypeScript writes the type of a schema out in full wherever a declaration uses it: an order contains a contract, which
// contains its phases, in each of the routes. Here each shape that stands in the declarations more than once gets a name.

/** A shorter one is as long as its name and costs a reader a step. */
const MIN_LENGTH = 60;

const constants = /^declare const \w+: /gm;
const token = /"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|[{};]/g;

/** A Rollup plugin for declarations that rollup-plugin-dts has put together. */
export function namedShapes() {
  return {
    name: 'named-shapes',
    renderChunk: (code) => ({ code: withNamedShapes(code.replace(/^(?: {4})+/gm, tabs)), map: null }),
  };
}

const tabs = (indentation) => '\t'.repeat(indentation.length / 4);

function withNamedShapes(code) {
  const shapes = new Map();
  const parts = [];
  let at = 0;
  for (const { index, 0: start } of code.matchAll(constants)) {
    if (index < at) continue;
    const { pieces, end } = readType(code, index + start.length, shapes);
    for (const { shape } of pieces) if (shape) shape.uses += 1;
    parts.push(code.slice(at, index + start.length), pieces);
    at = end;
  }
  const named = [...shapes.values()].filter(({ uses, text }) => uses > 1 && text.length >= MIN_LENGTH);
  for (const [number, shape] of named.entries()) shape.name = `Shape${number + 1}`;
  const types = named.map(({ name, pieces }) => `type ${name} = ${written(pieces)};\n`);
  const rest = parts.map((part) => (typeof part === 'string' ? part : written(part)));
  return types.join('') + rest.join('') + code.slice(at);
}

/** The type of a constant up to its semicolon, as text and shapes; each distinct shape is in `shapes` once. */
function readType(code, start, shapes) {
  const open = [[]];
  let at = start;
  token.lastIndex = start;
  for (let found = token.exec(code); found !== null; found = token.exec(code)) {
    const [text] = found;
    if (text === '{') {
      open.at(-1).push({ text: code.slice(at, found.index) });
      open.push([]);
      at = found.index;
    } else if (text === '}') {
      const pieces = open.pop();
      pieces.push({ text: code.slice(at, token.lastIndex) });
      open.at(-1).push({ shape: distinct(pieces, shapes) });
      at = token.lastIndex;
    } else if (text === ';' && open.length === 1) break;
  }
  open[0].push({ text: code.slice(at, token.lastIndex) });
  return { pieces: open[0], end: token.lastIndex };
}

function distinct(pieces, shapes) {
  const onOneLine = pieces.map((piece) =>
    piece.shape ? piece : { text: piece.text.replace(/\n\s*/g, ' ') },
  );
  const text = onOneLine.map((piece) => piece.shape?.text ?? piece.text).join('');
  const before = shapes.get(text);
  if (before !== undefined) return before;
  for (const { shape } of onOneLine) if (shape) shape.uses += 1;
  const shape = { text, pieces: onOneLine, uses: 0 };
  shapes.set(text, shape);
  return shape;
}

const written = (pieces) =>
  pieces.map(({ text, shape }) => text ?? shape.name ?? written(shape.pieces)).join('');
