import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The file in which each editor configures tool servers, and the key of the list in it. */
export const editors = {
  project: { file: '.mcp.json', list: 'mcpServers' },
  vscode: { file: '.vscode/mcp.json', list: 'servers' },
  cursor: { file: '.cursor/mcp.json', list: 'mcpServers' },
  zed: { file: '.zed/settings.json', list: 'context_servers' },
} as const;

export type Editor = keyof typeof editors;

export interface McpInitOptions {
  readonly editor?: Editor;
  /** Address of the sandbox that the tools use. */
  readonly url?: string;
  readonly readonly?: true;
}

const NAME = 'billing-sandbox';

/**
 * Adds the tools to the editor's configuration files, keeping their content.
 *
 * @returns the files
 * @throws Error for a file that is not plain JSON, because rewriting it could lose content
 */
export async function writeEditorFiles(
  folder: string,
  { editor, url, readonly }: McpInitOptions,
): Promise<string[]> {
  const args = [
    'clientlib-sandbox',
    'mcp',
    ...(url === undefined ? [] : [url]),
    ...(readonly === true ? ['--readonly'] : []),
  ];
  const chosen = editor === undefined ? await editorsIn(folder) : [editor];
  return Promise.all(chosen.map((one) => writeEntry(folder, one, { command: 'npx', args })));
}

/** Editors with a folder here; if there is none, the file that most of them read. */
async function editorsIn(folder: string): Promise<Editor[]> {
  const names = Object.keys(editors) as Editor[];
  const isThere = await Promise.all(
    names.map(async (name) => {
      const place = dirname(editors[name].file);
      return place !== '.' && (await stat(join(folder, place)).catch(() => undefined)) !== undefined;
    }),
  );
  const found = names.filter((_, at) => isThere[at]);
  return found.length > 0 ? found : ['project'];
}

async function writeEntry(folder: string, editor: Editor, command: object): Promise<string> {
  const { file, list } = editors[editor];
  const type = editor === 'vscode' ? { type: 'stdio' } : {};
  const entry = { [NAME]: { ...type, ...command } };
  const text = await readFile(join(folder, file), 'utf8').catch(() => '{}');
  const settings = readSettings(text);
  if (settings === undefined) {
    const shown = JSON.stringify({ [list]: entry }, null, 2);
    throw new Error(`mcp init: ${file} is not plain JSON, so it was not changed. Add this to it:\n${shown}`);
  }
  await mkdir(dirname(join(folder, file)), { recursive: true });
  const all = { ...settings, [list]: { ...(settings[list] as object | undefined), ...entry } };
  await writeFile(join(folder, file), `${JSON.stringify(all, null, 2)}\n`);
  return file;
}

/** The settings in a text; `undefined` if it has comments, or is not JSON. */
function readSettings(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const settings: unknown = JSON.parse(text);
    const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
    return isObject ? (settings as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
