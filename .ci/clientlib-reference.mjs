// docs/clientlib.md: the reference of the SDK, made from the docstrings of its built types.
import { readFile } from 'node:fs/promises';
// TypeScript 7 has no JavaScript API; version 6 reads the declarations.
import ts from '@typescript/typescript6';

/** The first entries, in the order in which a page uses them; all others are types, by name. */
const operations = [
  'Payment',
  'Signup',
  'Portal',
  'finalize',
  'isReturn',
  'validateVatId',
  'createElement',
  'configure',
  'ClientLibError',
  'PaymentForm',
];

const printer = ts.createPrinter({ removeComments: true });

function readDeclarations(text) {
  const file = ts.createSourceFile('index.d.ts', text, ts.ScriptTarget.Latest, true);
  const print = (node) => printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/^declare /, '');
  const nameOf = (node) =>
    ts.isVariableStatement(node) ? node.declarationList.declarations[0].name.text : node.name?.text;
  const declared = new Map();
  for (const node of file.statements) if (nameOf(node)) declared.set(nameOf(node), node);
  const exported = file.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) => exportClause?.elements?.map(({ name }) => name.text) ?? []);
  return { print, declared, exported };
}

/** A docstring as Markdown: text, parameters, errors, example. */
function docOf(node) {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (!doc) return '';
  const text = (comment) => (ts.getTextOfJSDocComment(comment) ?? '').trim();
  const tags = doc.tags ?? [];
  const list = (label, found) => (found.length === 0 ? '' : `${label}\n\n${found.join('\n')}`);
  return [
    text(doc.comment),
    list(
      'Parameters:',
      tags
        .filter(ts.isJSDocParameterTag)
        .map((tag) => `* \`${tag.name.text}\`: ${text(tag.comment).replaceAll('\n', ' ')}`),
    ),
    ...tags.filter((tag) => tag.tagName.text === 'throws').map((tag) => `Throws: ${throwsOf(tag, text)}`),
    ...tags
      .filter((tag) => tag.tagName.text === 'example')
      .map((tag) => `\`\`\`js\n${text(tag.comment)}\n\`\`\``),
  ]
    .filter(Boolean)
    .join('\n\n');
}

// `@throws ClientLibError …` is parsed as a type without braces.
const throwsOf = (tag, text) =>
  `${tag.typeExpression?.getText().replace(/[{}]/g, '') ?? ''} ${text(tag.comment)}`.trim();

const inCell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** Fields of an interface or class as a table. */
function fields(members, print) {
  const rows = members.map((member) => {
    const isOptional = member.questionToken || ts.isIndexSignatureDeclaration(member);
    const optional = isOptional ? '' : ' required';
    const name = member.name ? member.name.getText() : `[${member.parameters[0].getText()}]`;
    const type = member.type ? print(member.type) : '';
    const readonly = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
    return `| \`${name}\` | \`${inCell(type.replace(/ \| undefined$/, ''))}\` | ${readonly ? '' : optional.trim()} | ${inCell(docOf(member))} |`;
  });
  return rows.length === 0 ? '' : `| Field | Type | | |\n|---|---|---|---|\n${rows.join('\n')}`;
}

const isField = (member) =>
  (ts.isPropertySignature(member) ||
    ts.isPropertyDeclaration(member) ||
    ts.isIndexSignatureDeclaration(member)) &&
  !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
const isMethod = (member) =>
  ts.isMethodDeclaration(member) ||
  ts.isMethodSignature(member) ||
  ts.isConstructorDeclaration(member) ||
  ts.isGetAccessorDeclaration(member);

/** Methods, each with all its signatures and one description. */
function methods(owner, members, print) {
  const byName = new Map();
  for (const member of members) {
    const name = ts.isConstructorDeclaration(member) ? `new ${owner}` : `${owner}.${member.name.getText()}`;
    byName.set(name, [...(byName.get(name) ?? []), member]);
  }
  return [...byName].map(([name, signatures]) => {
    const code = signatures
      .map((signature) => print(signature).replace(/^constructor/, `new ${owner}`))
      .join('\n');
    return [`### ${name}`, `\`\`\`ts\n${code}\n\`\`\``, ...signatures.map(docOf)]
      .filter(Boolean)
      .join('\n\n');
  });
}

function section(name, { print, declared }) {
  const node = declared.get(name);
  const parts = [`## ${name}`, docOf(node)];
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) {
    if (node.heritageClauses && ts.isInterfaceDeclaration(node)) {
      parts.push(
        `Has the fields of ${node.heritageClauses.map((clause) => `\`${clause.types.map(print).join(', ')}\``)}, and:`,
      );
    }
    parts.push(
      fields(node.members.filter(isField), print),
      ...methods(name, node.members.filter(isMethod), print),
    );
  } else if (ts.isVariableStatement(node)) {
    // `finalize` and `createElement`: what they are is told by the signatures of their type.
    const type = declared.get(node.declarationList.declarations[0].type.getText());
    const calls = type.members.map((member) => print(member).replace(/^(new )?\(/, `$1${name}(`));
    parts.push(`\`\`\`ts\n${calls.join('\n')}\n\`\`\``);
  } else {
    parts.push(`\`\`\`ts\n${print(node)}\n\`\`\``);
  }
  return parts.filter(Boolean).join('\n\n');
}

export async function makeReference() {
  const declarations = readDeclarations(await readFile('sdk/dist/index.d.ts', 'utf8'));
  const known = declarations.exported.filter(
    (name) => declarations.declared.has(name) && name !== 'ClientLib',
  );
  const isOperation = (name) => operations.some((one) => one.toLowerCase() === name.toLowerCase());
  const types = known.filter((name) => !isOperation(name)).sort();
  const link = (name) => `[${name}](#${name.toLowerCase()})`;
  return `${[
    '# ClientLib reference',
    'All operations and types of the library. Each asynchronous operation returns a Promise, accepts callbacks, and accepts\noptions as its last argument: see [Completion](#completion) and [CallOptions](#calloptions). The common errors are\n`InvalidConfiguration`, `ServerError`, `RateLimit`, `Timeout` and `Aborted`; see\n[errors](errors.md).',
    `Operations: ${operations.map(link).join(', ')}`,
    `Types: ${types.map(link).join(', ')}`,
    ...[...operations, ...types].map((name) => section(name, declarations)),
  ].join('\n\n')}\n`;
}
