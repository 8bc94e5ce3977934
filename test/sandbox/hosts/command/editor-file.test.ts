import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCommandLine } from '../../../../sandbox/src/hosts/command/command-line.ts';
import { writeEditorFiles } from '../../../../sandbox/src/hosts/command/editor-file.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'mcp-init-'));
const read = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const entry = { command: 'npx', args: ['clientlib-sandbox', 'mcp'] };

it('is written by mcp init', () => {
  expect(readCommandLine(['mcp', 'init'])).toEqual({ command: 'mcp init', options: {} });
  expect(readCommandLine(['mcp', 'init', 'http://localhost:5000', '-e', 'zed', '--readonly'])).toEqual({
    command: 'mcp init',
    options: { url: 'http://localhost:5000', editor: 'zed', readonly: true },
  });
  expect(readCommandLine(['mcp', 'http://localhost:5000', '--readonly'])).toEqual({
    command: 'mcp',
    options: { url: 'http://localhost:5000', port: 4400, readonly: true },
  });
  expect(() => readCommandLine(['mcp', 'init', '--editor', 'other'])).toThrow(
    /Allowed choices are project, vscode/,
  );
});

it('is that of most editors where no editor has a folder', async () => {
  const folder = newFolder();
  expect(await writeEditorFiles(folder, {})).toEqual(['.mcp.json']);
  expect(read(folder, '.mcp.json')).toEqual({ mcpServers: { 'billing-sandbox': entry } });
});

it('is that of each editor that has a folder, and keeps what is there', async () => {
  const folder = newFolder();
  for (const name of ['.vscode', '.zed']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, '.zed/settings.json'), '{"theme": "One", "context_servers": {"other": {}}}');
  expect(await writeEditorFiles(folder, { url: 'http://localhost:5000', readonly: true })).toEqual([
    '.vscode/mcp.json',
    '.zed/settings.json',
  ]);
  const args = [...entry.args, 'http://localhost:5000', '--readonly'];
  expect(read(folder, '.vscode/mcp.json')).toEqual({
    servers: { 'billing-sandbox': { type: 'stdio', command: 'npx', args } },
  });
  expect(read(folder, '.zed/settings.json')).toEqual({
    theme: 'One',
    context_servers: { other: {}, 'billing-sandbox': { command: 'npx', args } },
  });
});

it('stays as it is where it has comments', async () => {
  const folder = newFolder();
  const text = '// my settings\n{}\n';
  writeFileSync(join(folder, '.mcp.json'), text);
  await expect(writeEditorFiles(folder, {})).rejects.toThrow(
    /^mcp init: \.mcp\.json is not plain JSON, so it was not changed\. Add this to it:\n\{\n {2}"mcpServers"/,
  );
  expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toBe(text);
});
