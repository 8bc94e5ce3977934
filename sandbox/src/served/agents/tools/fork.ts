import * as z from 'zod';
import { line, own, page } from '../answer.ts';
import { tool } from '../tool.ts';

export const fork = tool({
  name: 'fork',
  description:
    'Opens a copy of the state as a workspace with its own URL, for a page, a program or another agent.',
  input: { name: z.string() },
  async run(service, { name }) {
    await service.control('POST', '/workspaces', { Name: name, Copy: true });
    const url = own(`${service.host.baseUrl.replace(/\/w\/[^/]+$/, '')}/w/${name}`);
    return page(
      [
        line`The copy is at ${url}, with the same ids, credentials, webhook endpoints and time; its clock is its own.`,
        line`Its tools are at ${url}/mcp.`,
      ],
      line`compare tries variants without a copy of your own; snapshot and restore work here.`,
    );
  },
});
