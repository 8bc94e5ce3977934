// The sandbox serves the library of its API reference (Swagger UI): the module `virtual:api-reference`
// (sandbox/src/service/http/pages/virtual-api-reference.d.ts).
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TEXTS } from './packaged-texts.mjs';

const id = 'virtual:api-reference';
const folder = new URL('../node_modules/swagger-ui-dist/', import.meta.url);

/** Beside the texts, so that the checks of licences and the bill of materials find the package that they come from. */
const besideLibrary = `\0${fileURLToPath(new URL('api-reference', folder))}`;

/** @param {keyof typeof TEXTS} kept how the build keeps the texts */
export const apiReferenceText = (kept) => ({
  name: 'api-reference-text',
  resolveId: (source) => (source === id ? (kept === 'none' ? `\0${id}` : besideLibrary) : null),
  async load(source) {
    if (source === `\0${id}`) return TEXTS.none({ libraryJs: '', libraryCss: '' });
    if (source !== besideLibrary) return null;
    const [libraryJs, libraryCss] = await Promise.all(['swagger-ui-bundle.js', 'swagger-ui.css'].map(text));
    return TEXTS[kept]({ libraryJs, libraryCss }, this);
  },
});

const text = async (file) =>
  (await readFile(new URL(file, folder), 'utf8')).replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*/, '');
