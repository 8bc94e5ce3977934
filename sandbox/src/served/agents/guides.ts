import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { loadDocs } from './docs.ts';
import type { Service } from './service.ts';

const mimeType = 'text/markdown';

/** Every guide as a resource: `docs://guides/webhooks`. */
export function addGuides(server: McpServer, service: Service): void {
  const list = async () => {
    const { sections } = await loadDocs(service);
    const guides = sections.filter(({ id, page }) => id === page);
    return {
      resources: guides.map(({ page, heading }) => ({
        uri: `docs://guides/${page}`,
        name: page,
        title: heading,
        mimeType,
      })),
    };
  };
  server.registerResource(
    'guides',
    new ResourceTemplate('docs://guides/{name}', { list }),
    { description: 'The guides as Markdown', mimeType },
    async ({ href }, { name }) => {
      const text = await service.open(`/docs/guides/${encodeURIComponent(String(name))}.md`);
      return { contents: [{ uri: href, mimeType, text }] };
    },
  );
}
