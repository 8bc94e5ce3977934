// Which function implements a rule of the specification, and where it is.
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** By rule: `path#function`. */
export const implementations = JSON.parse(readFileSync('test/spec/implementations.json', 'utf8'));

export const proofsFile = 'test/spec/proofs.json';

/** By rule: how many changes of its function its own tests notice, as the last `npm run spec-proof` has shown. */
export const readProofs = () => (existsSync(proofsFile) ? JSON.parse(readFileSync(proofsFile, 'utf8')) : {});

/** What has a name and can be a function. */
const nameOf = {
  FunctionDeclaration: (node) => node.id?.name,
  // A signature of an overload has no body.
  MethodDefinition: (node) => (node.value.body ? node.key.name : undefined),
  VariableDeclarator: (node) => node.id.name,
};

/**
 * The lines of a function, method or arrow function.
 * @param {string} place `path#name`
 * @throws when there is none of this name
 */
export function linesOf(place) {
  const [file, name] = place.split('#');
  const text = readFileSync(file, 'utf8');
  let found;
  const visitors = Object.entries(nameOf).map(([kind, own]) => [
    kind,
    (node) => {
      if (own(node) === name) found ??= node;
    },
  ]);
  new Visitor(Object.fromEntries(visitors)).visit(parseSync(file, text).program);
  if (found === undefined) throw new Error(`${file} has no function '${name}'.`);
  const line = (offset) => text.slice(0, offset).split('\n').length;
  return { file, first: line(found.start), last: line(found.end) };
}
