import { Hono } from 'hono';
import * as z from 'zod';
import { isWorkspaceName } from '../../sandbox/workspaces.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { timingSafeEqual } from '../../service/domain/basics/constant-time.ts';
import { invalid, Problem } from '../../service/domain/basics/problem.ts';
import { responseToError } from '../../service/http/answers/problem-answer.ts';
import { FAULT_HEADER } from '../../service/http/traffic/faults.ts';
import { forgetBody, readText } from '../../service/http/wire/bounded-body.ts';
import { MAX_VALUES, refuseHostileJson } from '../../service/http/wire/hostile-json.ts';
import { HttpProblem } from '../../service/http/wire/http-problem.ts';
import { version } from '../../service/http/wire/version.ts';
import { isDeploymentHost } from '../network/host-names.ts';
import { getWorkspace, type HostedEnvironment, MAX_VALUES_OF_STRANGERS } from './environment.ts';

/** A worker's stream that announces its length. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/** The path of a workspace; workspaces are not nested. */
const WORKSPACE_PATH = /^\/+w\/+([^/]+)(?!\/+w\/)(\/|$)/i;

/** Maximum characters of a body that creates a workspace: its configuration. */
const MAX_SETTINGS = 1_000_000;

const creation = z.strictObject({
  Name: z.string().optional(),
  Seed: z.string().min(1).max(200).optional(),
  Clock: z.string().optional(),
  Strict: z.boolean().optional(),
  Record: z.boolean().optional(),
  Config: z.looseObject({}).optional(),
});

/** The settings of a new workspace. */
type Creation = Omit<z.infer<typeof creation>, 'Config'> & { readonly Config?: Configuration };

/** The worker: routes each request to its workspace, and decides who can create one. */
export const app = new Hono<{ Bindings: HostedEnvironment }>();

app.use(async (c, next) => {
  await next();
  // The engine breaks a connection whose request body is incomplete when the response is sent.
  await forgetBody(c.req.raw);
});

app.use(async (c, next) => {
  const { hostname } = new URL(c.req.url);
  if (!isDeploymentHost(hostname, c.env.HOSTS)) {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      `This deployment does not answer under the name "${hostname}". Add it to the variable HOSTS.`,
    );
  }
  return next();
});

app.get('/', (c) =>
  c.json({
    Service: 'clientlib-sandbox',
    Version: version,
    Health: '/sandbox/health',
    Workspaces:
      'POST /sandbox/workspaces makes one, with the admin token or by open sign-up; it is below /w/<Name>/',
  }),
);

app.get('/sandbox/health', (c) => c.json({ Status: 'ok', Version: version, Now: new Date().toISOString() }));

app.post('/sandbox/workspaces', async (c) => {
  refuseOtherOrigins(c.req.raw);
  const isAdmin = isAdministrator(c.req.raw, c.env);
  if (!isAdmin && c.env.OPEN_SIGN_UP !== 'true') throw adminOnly();
  if (!isAdmin) await countSignUp(c.req.raw, c.env);
  const { Name, Seed, Clock, Strict, Record, Config } = await readCreation(
    c.req.raw,
    isAdmin ? MAX_VALUES : MAX_VALUES_OF_STRANGERS,
  );
  if (Name !== undefined && !isAdmin)
    throw new Problem('Forbidden', 'PermissionDenied', 'Name: only the admin token may choose it. Omit it.');
  if (Name !== undefined && !isWorkspaceName(Name))
    throw invalid('Name', 'expected 1 to 64 letters, digits, dots, dashes or underscores');
  const name = Name ?? secret();
  const token = secret();
  const creating = getWorkspace(c.env, name).create({
    Name: name,
    ...(Seed === undefined ? {} : { Seed }),
    ControlToken: token,
    Options: {
      ...(Clock === undefined ? {} : { clock: Clock }),
      ...(Strict === undefined ? {} : { strict: Strict }),
      ...(Record === undefined ? {} : { record: Record }),
      ...(Config === undefined ? {} : { config: Config }),
    },
  });
  const refusal = await unlessStopped(creating);
  if (refusal !== undefined) return c.body(JSON.stringify(refusal.body), refusal.status, refusal.headers);
  const Url = `${new URL(c.req.url).origin}/w/${name}`;
  return c.json({ Name: name, Url, ControlToken: token }, 201, {
    'Cache-Control': 'no-store',
    Location: Url,
  });
});

app.delete('/sandbox/workspaces/:name', async (c) => {
  refuseOtherOrigins(c.req.raw);
  if (!isAdministrator(c.req.raw, c.env)) throw adminOnly();
  if (!(await unlessStopped(getWorkspace(c.env, c.req.param('name')).remove())))
    throw new HttpProblem(404, 'NotFound', 'There is no such workspace.');
  return c.body(null, 204);
});

app.all('*', async (c) => {
  const name = WORKSPACE_PATH.exec(new URL(c.req.url).pathname)?.[1];
  if (name === undefined || !isWorkspaceName(name)) {
    throw new HttpProblem(
      404,
      'NotFound',
      'This path has nothing. Everything is below a workspace: /w/<name>/…; POST /sandbox/workspaces makes one.',
    );
  }
  return broken(await unlessStopped(getWorkspace(c.env, name).fetch(c.req.raw)));
});

app.onError((error) => responseToError(error));

/** @throws Problem 503 if the engine stopped the workspace: its object catches all other errors itself */
async function unlessStopped<R>(asked: Promise<R>): Promise<R> {
  try {
    return await asked;
  } catch (error) {
    console.error('clientlib-sandbox: the engine stopped a workspace.', error);
    const message =
      'The engine stopped this workspace before it answered, for example because the disk is full; the log of the ' +
      'deployment has the cause. Nothing was acknowledged. Try again when there is room.';
    throw new Problem('Unavailable', 'StorageUnavailable', message, [], 1);
  }
}

/** Returns 128 random bits. */
function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param maxValues maximum number of values in the body @throws Problem for invalid input */
async function readCreation(request: Request, maxValues: number): Promise<Creation> {
  const text = await readText(request, MAX_SETTINGS);
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'InvalidJson', 'The body is not JSON.');
  }
  refuseHostileJson(value, maxValues);
  const { success, data, error } = creation.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    throw invalid(issue?.path.join('.') || 'body', issue?.message ?? 'is invalid');
  }
  const { Config, ...rest } = data;
  if (Config === undefined) return rest;
  const { checkedConfiguration } = await import('../../service/configuration/check.ts');
  return { ...rest, Config: checkedConfiguration(Config) };
}

function isAdministrator(request: Request, { ADMIN_TOKEN }: HostedEnvironment): boolean {
  const given = /^Bearer\s+(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (given === undefined || ADMIN_TOKEN === undefined || ADMIN_TOKEN === '') return false;
  return timingSafeEqual(given, ADMIN_TOKEN);
}

/** @throws HttpProblem 429 if one address signs up too often; without addresses, for all together */
async function countSignUp(
  request: Request,
  { SIGN_UPS, CLIENT_IP_HEADER = '' }: HostedEnvironment,
): Promise<void> {
  // A client can send any header. Only the operator knows which one his proxy or platform replaces.
  const key = (CLIENT_IP_HEADER === '' ? null : request.headers.get(CLIENT_IP_HEADER)) ?? 'unknown';
  if (SIGN_UPS === undefined || (await SIGN_UPS.limit({ key })).success) return;
  throw new HttpProblem(
    429,
    'QuotaExceeded',
    'Too many workspaces were made from here. Use those that you have, or try again after 60 s.',
    {},
    60,
  );
}

function adminOnly(): Problem {
  return new HttpProblem(
    401,
    'LoginError',
    'The admin token is required: send "Authorization: Bearer <ADMIN_TOKEN of the deployment>".',
    { 'WWW-Authenticate': 'Bearer realm="clientlib-sandbox"' },
  );
}

function refuseOtherOrigins(request: Request): void {
  const origin = request.headers.get('Origin');
  const foreign =
    (origin !== null && origin !== new URL(request.url).origin) ||
    request.headers.get('Sec-Fetch-Site') === 'cross-site';
  if (!foreign) return;
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    'Pages of other origins do not make or remove workspaces. Call it from your test or back end.',
  );
}

/** Breaks the connection if a fault rule requires it: within the body, because the head of a response always arrives here. */
function broken(response: Response): Response {
  const fault = response.headers.get(FAULT_HEADER);
  if (fault === 'drop') {
    const { readable, writable } = new FixedLengthStream(1);
    writable.abort(new Error('dropped by a fault rule')).catch(() => {});
    return new Response(readable, response);
  }
  if (fault !== 'truncate' || response.body === null) return response;
  const length = Number(response.headers.get('Content-Length'));
  return new Response(response.body.pipeThrough(new FixedLengthStream(length)), response);
}
