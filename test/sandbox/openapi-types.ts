/** A JSON Schema as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** OpenAPI 3.1, as far as it is read here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly webhooks: { readonly [name: string]: unknown };
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema };
    readonly [kind: string]: unknown;
  };
}

/** A place of the document, such as `#/components/responses/NotFound`. */
export interface Reference {
  readonly $ref: string;
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly externalDocs?: { readonly url: string };
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: {
      readonly [type: string]: { readonly schema: JsonSchema; readonly example?: unknown };
    };
  };
  readonly responses: { readonly [status: string]: OpenApiResponse | Reference };
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: { readonly [name: string]: JsonSchema };
  readonly content?: { readonly [type: string]: { readonly schema: JsonSchema; readonly example?: unknown } };
}
