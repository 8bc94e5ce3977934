// A Stryker plugin: the wording of messages and descriptions is for people and is read in reviews. No test compares every
// word, so a mutant of it that survives says nothing. Codes, names and the choice of a message stay mutated.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Calls that create an error, a warning or a description. */
const makers =
  /^(.*Error|.*Problem|invalid|conflict|notFound|refusal|refused|unavailable|fail|failure|misuse|warn|meta|describe|describes)$/;
/** The name of a table in a documentation page: `problemReference`. The check of the pages compares it as a whole. */
const tables = /Reference$/;
const properties = /^(message|description|summary|title)$/i;
const sentence = /\p{L}.* .*\p{L}/su;

const textOf = (node) => {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.raw).join('x');
  return '';
};

const nameOf = (callee) => callee.property?.name ?? callee.name ?? '';

function saysSomethingToPeople(path) {
  for (let { parentPath: at } = path; at !== null && !at.isStatement(); at = at.parentPath) {
    if (at.isFunction()) return false;
    if (at.isCallExpression() || at.isNewExpression()) return makers.test(nameOf(at.node.callee));
    if (at.isObjectProperty() && properties.test(at.node.key.name ?? '')) return true;
  }
  return false;
}

/** Descriptions, examples and names of a schema in the OpenAPI document. */
const isOfDocument = (path) =>
  path.listKey === 'arguments' &&
  path.parentPath.isCallExpression() &&
  path.parentPath.node.callee.property?.name === 'meta';

const isTextOfPage = (path) =>
  path.find(
    (at) =>
      at.isVariableDeclarator() &&
      at.parentPath.parentPath.isExportNamedDeclaration() &&
      tables.test(at.node.id.name ?? ''),
  ) !== null;

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'wording', {
    shouldIgnore(path) {
      return isTextOfPage(path) ||
        isOfDocument(path) ||
        (sentence.test(textOf(path.node)) && saysSomethingToPeople(path))
        ? 'The wording of a message'
        : undefined;
    },
  }),
];
