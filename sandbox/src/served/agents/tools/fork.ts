import * as z from 'zod';
import { page, tool } from '../tool.ts';

export const fork = tool({
  name: 'fork',
  description:
    'Opens a copy of the state as a workspace with its own URL, for a page, a program or another agent.',
  input: { name: z.string().describe('1 to 64 letters, digits, dots, dashes or underscores') },
  async run(service, { name }) {
    await service.control('POST', '/workspaces', { Name: name, Copy: true });
    const url = `${service.host.baseUrl.replace(/\/w\/[^/]+$/, '')}/w/${name}`;
    return page(
      [
        `The copy is at ${url}, with the same ids, credentials, webhook endpoints and time; its clock is its own.`,
        `Its tools are at ${url}/mcp.`,
      ],
      'compare tries variants without a copy of your own; snapshot and restore work here.',
    );
  },
});
