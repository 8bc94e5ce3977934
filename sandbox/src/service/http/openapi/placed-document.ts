import type { oas31 } from 'zod-openapi';

/** The document for an address, which appears in its servers, guides and token URLs. */
export function placed(document: oas31.OpenAPIObject, baseUrl: string): oas31.OpenAPIObject {
  return {
    ...document,
    paths: withGuides(document.paths ?? {}, baseUrl),
    servers: [{ url: baseUrl, description: 'This sandbox' }],
    components: { ...document.components, securitySchemes: securitySchemes(baseUrl) },
  };
}

/** Guides are served at the same address. */
function withGuides(paths: oas31.PathsObject, baseUrl: string): oas31.PathsObject {
  const all = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]: [string, oas31.OperationObject]) => {
      const { externalDocs = { url: '' } } = operation;
      return [method, { ...operation, externalDocs: { ...externalDocs, url: baseUrl + externalDocs.url } }];
    });
    return [path, Object.fromEntries(operations)];
  });
  return Object.fromEntries(all);
}

function securitySchemes(baseUrl: string): NonNullable<oas31.ComponentsObject['securitySchemes']> {
  const tokenUrl = `${baseUrl}/oauth/token/`;
  return {
    oauth2: {
      type: 'oauth2',
      description: 'Store and reuse the token. There are no scopes.',
      flows: { clientCredentials: { tokenUrl, scopes: {} }, password: { tokenUrl, scopes: {} } },
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The access token as `Authorization: Bearer <token>`.',
    },
    accessTokenQuery: {
      type: 'apiKey',
      in: 'query',
      name: 'access_token',
      description: 'The access token in the query.',
    },
    selfServiceToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of `GET /api/v1/contracts/{id}/selfServiceToken`, for one contract.',
    },
    selfServiceTokenQuery: { type: 'apiKey', in: 'query', name: 'selfServiceToken' },
  };
}
