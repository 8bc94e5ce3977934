import { nearestName } from '../../../domain/basics/nearest-name.ts';
import { Problem } from '../../../domain/basics/problem.ts';
import { answerStatic } from '../../answers/static-text.ts';
import { describedOperations, operationList, operationText } from '../../openapi/operation-text.ts';
import { documentFor } from '../../openapi/served-document.ts';
import type { ServiceContext } from '../../zones/env.ts';

/** Responds with an operation as Markdown, or with the list of all. @throws Problem if there is no such operation */
export async function answerOperationText(c: ServiceContext, file: string): Promise<Response> {
  const name = file.replace(/\.md$/i, '');
  const document = await documentFor(c);
  const operations = describedOperations(document);
  const names = operations.map(({ operation }) => operation.operationId ?? '');
  if (name === 'index') return answerStatic(c, operationList(operations), 'text/markdown');
  const found = operations[names.findIndex((one) => one.toLowerCase() === name.toLowerCase())];
  if (found !== undefined) return answerStatic(c, operationText(document, found), 'text/markdown');
  const near = nearestName(name, names);
  const hint = near === undefined ? 'All are in /docs/api/index.md.' : `Did you mean /docs/api/${near}.md?`;
  throw new Problem('NotFound', 'NotFound', `There is no operation "${name}". ${hint}`);
}
