// The sandbox serves the library of its API reference (Swagger UI) without a file system: as text in a chunk of its own,
// `virtual:api-reference` (sandbox/src/virtual-api-reference.d.ts).
import { readFile } from 'node:fs/promises';

const id = 'virtual:api-reference';
const resolvedId = `\0${id}`;
const folder = new URL('../node_modules/swagger-ui-dist/', import.meta.url);

/** @param {boolean} isIncluded without it the texts are empty, where a megabyte for developers has no place */
export const apiReferenceText = (isIncluded) => ({
  name: 'api-reference-text',
  resolveId: (source) => (source === id ? resolvedId : null),
  load: async (source) => {
    if (source !== resolvedId) return null;
    const text = async (file) =>
      isIncluded
        ? (await readFile(new URL(file, folder), 'utf8')).replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*/, '')
        : '';
    return `export const libraryJs = ${JSON.stringify(await text('swagger-ui-bundle.js'))};
export const libraryCss = ${JSON.stringify(await text('swagger-ui.css'))};
`;
  },
});
