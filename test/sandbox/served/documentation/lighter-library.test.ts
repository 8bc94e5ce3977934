import { expect, it } from 'vitest';
import { partOf } from '../../../../sandbox/src/served/documentation/lighter-library.ts';
import { openApiDocument } from '../../../openapi-document.ts';

/* What the library of the API reference is given to draw an operation. */

const document = {
  openapi: '3.1.1',
  servers: [{ url: 'http://localhost:4400' }],
  paths: {
    '/carts': {
      get: { responses: { 200: { $ref: '#/components/responses/Cart' } } },
      post: { responses: { 404: { $ref: '#/components/responses/NotFound' } } },
    },
    '/plans': { get: { responses: {} } },
  },
  webhooks: { CartChanged: {} },
  components: {
    responses: { Cart: { schema: { $ref: '#/components/schemas/Cart' } }, NotFound: {} },
    schemas: { Cart: { items: { $ref: '#/components/schemas/Item' } }, Item: {}, Plan: {} },
    securitySchemes: { accessToken: { type: 'http' } },
  },
};

it('gets the operation alone, with the components that it refers to', () => {
  const { responses, schemas } = document.components;
  expect(partOf(document, ['paths', '/carts', 'get'])).toEqual({
    openapi: '3.1.1',
    servers: document.servers,
    paths: { '/carts': { get: document.paths['/carts'].get } },
    components: {
      responses: { Cart: responses.Cart },
      schemas: { Cart: schemas.Cart, Item: schemas.Item },
    },
  });
});

it('gets the security schemes alone', () => {
  const { securitySchemes } = document.components;
  expect(partOf(document, ['components', 'securitySchemes'])).toMatchObject({
    components: { securitySchemes },
  });
});

it('ends where schemas refer to each other, and with nothing', () => {
  const round = { components: { schemas: { A: { $ref: '#/components/schemas/A' } } } };
  expect(partOf(round, ['components', 'schemas', 'A'])).toEqual(round);
  expect(partOf(round, ['paths', '/none', 'get'])).toEqual({ paths: { '/none': { get: undefined } } });
});

it('does not change the whole document, and omits most of it', () => {
  const served = openApiDocument as unknown as Record<string, unknown>;
  const before = JSON.stringify(served);
  const part = JSON.stringify(partOf(served, ['paths', '/api/v1/contracts', 'get']));
  expect(JSON.stringify(served)).toBe(before);
  expect(part.length).toBeLessThan(before.length / 5);
});
