// The sandbox serves the library of its API reference (Swagger UI) without a file system: as text in a chunk of its own,
// `virtual:api-reference` (sandbox/src/virtual-api-reference.d.ts).
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const id = 'virtual:api-reference';
const folder = new URL('../node_modules/swagger-ui-dist/', import.meta.url);

/** Beside the texts, so that the checks of licences and the bill of materials find the package that they come from. */
const resolvedId = (isIncluded) =>
  isIncluded ? `\0${fileURLToPath(new URL('api-reference', folder))}` : `\0${id}`;

/** @param {boolean} isIncluded without it the texts are empty, where a megabyte for developers has no place */
export const apiReferenceText = (isIncluded) => ({
  name: 'api-reference-text',
  resolveId: (source) => (source === id ? resolvedId(isIncluded) : null),
  load: async (source) => {
    if (source !== resolvedId(isIncluded)) return null;
    const text = async (file) =>
      isIncluded
        ? (await readFile(new URL(file, folder), 'utf8')).replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*/, '')
        : '';
    return `export const libraryJs = ${JSON.stringify(await text('swagger-ui-bundle.js'))};
export const libraryCss = ${JSON.stringify(await text('swagger-ui.css'))};
`;
  },
});
