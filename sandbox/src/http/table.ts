import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AccessToken } from '../domain/records/credentials.ts';
import { answer } from './answer.ts';
import { describe } from './describe.ts';
import { pageOrigin, type ServiceContext, type ServiceEnv, warn } from './env.ts';
import { accessToken, anybody, control, selfServiceToken } from './middleware/access.ts';
import type { ProblemForm } from './problem-answer.ts';
import type { Call, Route } from './route.ts';
import { type Section, section } from './section.ts';

const accesses = {
  AccessToken: accessToken,
  SelfServiceToken: selfServiceToken,
  Public: anybody,
  Control: control,
};

/** A section of the routes of a table: for those that are not written as sections yet. */
export function sectionOf(routes: readonly Route[], form?: ProblemForm): Section {
  const made = section('', form);
  const app = made as unknown as Hono<ServiceEnv>;
  for (const route of routes) {
    const { method, path, credential, body, bodyType, handle, ...rest } = route;
    const description = {
      ...rest,
      ...(body === undefined ? {} : bodyType === 'form' ? { form: body } : { json: body }),
    };
    app.on(
      method,
      path.replace(/\{(\w+)\}/g, ':$1'),
      describe(description as never),
      accesses[credential] as never,
      async (c: ServiceContext) => {
        const given = await handle(callOf(c, route) as Call<never, never>);
        if (given instanceof Response) return given;
        if ('content' in given)
          return c.newResponse(given.content as string, given.status as ContentfulStatusCode, given.headers);
        if (given.body === undefined)
          return c.newResponse(null, given.status as ContentfulStatusCode, given.headers);
        return answer(c, given.body as object, given.status as ContentfulStatusCode, given.headers);
      },
    );
  }
  return made;
}

function callOf(c: ServiceContext, { bodyType }: Route): Call {
  const token = c.get('accessToken');
  const customer = c.get('selfServiceToken');
  const valid = c.req.valid as (target: string) => unknown;
  return {
    c,
    core: c.env.core,
    traffic: c.env.traffic,
    request: c.req.raw,
    baseUrl: c.env.baseUrl,
    pagesUrl: c.env.pagesUrl,
    pageOrigin: pageOrigin(c),
    params: c.req.param() as Record<string, string>,
    query: valid.call(c.req, 'query') ?? {},
    body: valid.call(c.req, bodyType === 'form' ? 'form' : 'json'),
    ...(token === undefined ? {} : { accessToken: token as AccessToken }),
    ...(customer === undefined ? {} : { selfServiceToken: customer }),
    routes: c.env.operations,
    warn: (text) => warn(c, text),
  };
}
