import type { Operation } from '../description.ts';
import type { RouteList, SchemaOf } from '../zone.ts';
import {
  control,
  controlReset,
  oauth,
  pages,
  providers,
  publicScripts,
  rest,
  selfService,
} from '../zones.ts';
import type { ControlSchema } from './control.ts';
import type { health } from './control-health.ts';
import type { oauth as oauthRoutes } from './oauth.ts';
import type { PagesSchema } from './pages.ts';
import type { RestSchema } from './rest-api.ts';
import type { SelfServiceSchema } from './self-service.ts';

/** All routes with their types, for Hono's client. */
export type ServiceSchema =
  | SchemaOf<typeof health>
  | SchemaOf<typeof oauthRoutes>
  | RestSchema
  | SelfServiceSchema
  | ControlSchema
  | PagesSchema;

/** Routes that are loaded together, when one of their paths is asked for first. */
export interface Group {
  /** Below these paths its routes are, without any yet. */
  readonly bases: readonly Pick<RouteList, 'base' | 'rules'>[];
  readonly load: () => Promise<readonly RouteList[]>;
}

/** Every route of the service. A path belongs to the group with the longest base that it begins with. */
export const groups: readonly Group[] = [
  {
    bases: [control('/sandbox/health')],
    load: async () => [(await import('./control-health.ts')).health],
  },
  {
    bases: [oauth('/oauth')],
    load: async () => [(await import('./oauth.ts')).oauth],
  },
  {
    bases: [rest('/api')],
    load: async () => (await import('./rest-api.ts')).restApi,
  },
  {
    bases: [
      selfService('/api/v1/CustomerSelfService'),
      providers('/providers'),
      publicScripts('/clientlib.js'),
      publicScripts('/drop-in.js'),
      publicScripts('/drop-in'),
    ],
    load: async () => (await import('./self-service.ts')).selfService,
  },
  {
    bases: [control('/sandbox')],
    load: async () => (await import('./control.ts')).control,
  },
  {
    bases: [controlReset('/mcp')],
    load: async () => [(await import('./mcp.ts')).mcp],
  },
  {
    bases: [pages('/')],
    load: async () => (await import('./pages.ts')).pages,
  },
];

let operations: Promise<readonly Operation[]> | undefined;

/** All routes of all groups, for the documentation of them. */
export function allOperations(): Promise<readonly Operation[]> {
  operations ??= Promise.all(groups.map(({ load }) => load())).then((loaded) =>
    loaded.flat().flatMap(operationsOf),
  );
  return operations;
}

/** Routes as the documentation shows them. */
export function operationsOf({ all }: RouteList): Operation[] {
  return all.flatMap(({ method, path, rules, description }) =>
    method === 'ALL' || description === undefined
      ? []
      : [{ ...description, method, path: path.replace(/:(\w+)/g, '{$1}'), rules }],
  );
}
