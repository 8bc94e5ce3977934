// Where a rule of the specification is implemented, and how many changes there its own tests notice.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor, visitorKeys } from 'oxc-parser';

/**
 * By rule: the places that implement it, as `path#name` or `path#name > beginning of a part`; or `= rule` where the
 * specification says the same twice.
 * @type {Record<string, string | string[]>}
 */
export const implementations = JSON.parse(readFileSync('test/spec/implementations.json', 'utf8'));

export const proofsFile = 'test/spec/proofs.json';

/**
 * What the last `npm run spec-proof` of a rule has shown.
 * @typedef {object} Proof
 * @property {number} noticed changes of the rule's places that a test which names the rule notices
 * @property {number} of all changes of the rule's places
 * @property {number} own those of the noticed ones that are in no place of another rule
 * @property {string} digest of the places as they were
 */

/** @returns {Record<string, Proof>} by rule */
export const readProofs = () => (existsSync(proofsFile) ? JSON.parse(readFileSync(proofsFile, 'utf8')) : {});

/** The rule that says the same first. @param {string} id */
export const originOf = (id) => /^= (.*)$/.exec([implementations[id]].flat()[0] ?? '')?.[1] ?? id;

/** What has a name: functions, methods, constants. */
const nameOf = {
  FunctionDeclaration: (node) => node.id?.name,
  // A signature of an overload has no body.
  MethodDefinition: (node) => (node.value.body ? node.key.name : undefined),
  PropertyDefinition: (node) => node.key.name,
  VariableDeclarator: (node) => node.id.name,
};

/**
 * A place in the code.
 * @typedef {object} Place
 * @property {string} file
 * @property {string} name of the function or constant
 * @property {number} start offset in the file
 * @property {number} end offset in the file
 * @property {string} text
 */

/** The declarations of each file that was read. @type {Map<string, { text: string, named: Map<string, object> }>} */
const files = new Map();

function declarationsOf(file) {
  const known = files.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const named = new Map();
  const visitors = Object.entries(nameOf).map(([kind, own]) => [
    kind,
    (node) => {
      const name = own(node);
      if (name !== undefined && !named.has(name)) named.set(name, node);
    },
  ]);
  new Visitor(Object.fromEntries(visitors)).visit(parseSync(file, text).program);
  files.set(file, { text, named });
  return { text, named };
}

const flat = (text) => text.replace(/\s+/g, ' ');

/** Each node within, and the node itself. */
function* nodesIn(node) {
  yield node;
  for (const key of visitorKeys[node.type] ?? [])
    for (const inner of [node[key]].flat()) if (inner) yield* nodesIn(inner);
}

/**
 * Finds a function, method or constant, or a part of it: the largest expression, property or statement that begins so.
 * @param {string} place `path#name` or `path#name > beginning`
 * @returns {Place}
 * @throws when there is none of this name, or not exactly one part that begins so
 */
export function placeOf(place) {
  const [, file, name, beginning] = /^(.*?)#(\S+)(?: > (.*))?$/.exec(place) ?? [];
  if (file === undefined)
    throw new Error(`"${place}" is not a place: expected path#name or path#name > beginning.`);
  const { text, named } = declarationsOf(file);
  const declaration = named.get(name);
  if (declaration === undefined) throw new Error(`${file} has no function '${name}'.`);
  let { start, end } = declaration;
  if (beginning !== undefined) {
    const begins = ({ start }) => flat(text.slice(start, start + 4 * beginning.length)).startsWith(beginning);
    const begun = [...nodesIn(declaration)].filter(begins);
    const starts = new Set(begun.map((node) => node.start));
    if (starts.size !== 1)
      throw new Error(
        `${file}#${name} has ${starts.size} parts that begin with "${beginning}"; expected one.`,
      );
    [start] = starts;
    end = Math.max(...begun.map((node) => node.end));
  }
  return { file, name, start, end, text: text.slice(start, end) };
}

/** The places of a rule. @param {string} id @returns {Place[]} */
export const placesOf = (id) => [implementations[originOf(id)]].flat().map(placeOf);

/** What a proof holds for: the places as they are. */
export const digestOf = (places) =>
  createHash('sha256')
    .update(JSON.stringify(places.map(({ file, name, text }) => [file, name, text])))
    .digest('hex')
    .slice(0, 12);

/** Line (from 1) and column (from 0) of an offset. */
export function positionOf({ file }, offset) {
  const before = declarationsOf(file).text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1).length };
}
