import type { Operation } from '../zones/description.ts';
import type { RouteList, SchemaOf } from '../zones/zone.ts';
import {
  control,
  controlReset,
  oauth,
  pages,
  providers,
  publicScripts,
  rest,
  selfService,
} from '../zones/zones.ts';
import type { ControlSchema } from './control/control.ts';
import type { health } from './control/control-health.ts';
import type { oauth as oauthRoutes } from './rest/oauth.ts';
import type { RestSchema } from './rest/rest-api.ts';
import type { SelfServiceSchema } from './self-service/self-service.ts';
import type { PagesSchema } from './site/pages.ts';

/** All routes with their types, for Hono's client. */
export type ServiceSchema =
  | SchemaOf<typeof health>
  | SchemaOf<typeof oauthRoutes>
  | RestSchema
  | SelfServiceSchema
  | ControlSchema
  | PagesSchema;

/** Routes that are loaded together, with the first request to one of their paths. */
export interface Group {
  /** The base paths of its routes. */
  readonly bases: readonly Pick<RouteList, 'base' | 'rules'>[];
  readonly load: () => Promise<readonly RouteList[]>;
}

/** Every route of the service. A path belongs to the group with the longest matching base. */
export const groups: readonly Group[] = [
  {
    bases: [control('/sandbox/health')],
    load: async () => [(await import('./control/control-health.ts')).health],
  },
  {
    bases: [oauth('/oauth')],
    load: async () => [(await import('./rest/oauth.ts')).oauth],
  },
  {
    bases: [rest('/api')],
    load: async () => (await import('./rest/rest-api.ts')).restApi,
  },
  {
    bases: [
      selfService('/api/v1/CustomerSelfService'),
      providers('/providers'),
      publicScripts('/clientlib.js'),
      publicScripts('/drop-in.js'),
      publicScripts('/drop-in'),
    ],
    load: async () => (await import('./self-service/self-service.ts')).selfService,
  },
  {
    bases: [control('/sandbox')],
    load: async () => (await import('./control/control.ts')).control,
  },
  {
    bases: [controlReset('/mcp')],
    load: async () => [(await import('./control/mcp.ts')).mcp],
  },
  {
    bases: [pages('/')],
    load: async () => (await import('./site/pages.ts')).pages,
  },
];

let operations: Promise<readonly Operation[]> | undefined;

/** All routes of all groups, for their documentation. */
export function allOperations(): Promise<readonly Operation[]> {
  operations ??= Promise.all(groups.map(({ load }) => load())).then((loaded) =>
    loaded.flat().flatMap(listOperations),
  );
  return operations;
}

/** Routes as the documentation shows them. */
export function listOperations({ all }: RouteList): Operation[] {
  return all.flatMap(({ method, path, rules, description }) =>
    method === 'ALL' || description === undefined
      ? []
      : [{ ...description, method, path: path.replace(/:(\w+)/g, '{$1}'), rules }],
  );
}
