import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Debian's packages of OpenAPI::Client and of what it needs. */
const packages = [
  'libopenapi-client-perl',
  'libmojolicious-plugin-openapi-perl',
  'libjson-validator-perl',
  'libmojolicious-perl',
  'openapi-specification',
  'libyaml-libyaml-perl',
  'libio-socket-ip-perl',
];

const folder = resolve('.cache/perl-client');

/** How Perl is called with OpenAPI::Client, or why that cannot be. */
export type PerlClient = { readonly env: NodeJS.ProcessEnv } | { readonly missing: string };

/**
 * Finds OpenAPI::Client, or unpacks Debian's packages into `.cache`: nothing is installed on the machine.
 */
export function perlClient(): PerlClient {
  const cache = { JSON_VALIDATOR_CACHE_PATH: metaSchemaCache() };
  const installed = { ...process.env, ...cache };
  if (!succeeds('perl', ['-e', '1'])) return { missing: 'perl is not installed' };
  if (loads(installed)) return { env: installed };
  const root = join(folder, 'root');
  if (!existsSync(root)) {
    const why = unpack(root);
    if (why !== undefined) return { missing: `OpenAPI::Client is not installed, and ${why}` };
  }
  const architectures = join(root, 'usr/lib');
  const compiled = existsSync(architectures)
    ? readdirSync(architectures, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory() && /^5\.\d+$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
  const env = { ...installed, PERL5LIB: [join(root, 'usr/share/perl5'), ...compiled].join(':') };
  return loads(env) ? { env } : { missing: "Debian's OpenAPI::Client does not load with this Perl" };
}

const loads = (env: NodeJS.ProcessEnv) => succeeds('perl', ['-MOpenAPI::Client', '-e', '1'], { env });

function unpack(root: string): string | undefined {
  if (!succeeds('apt-get', ['--version']) || !succeeds('dpkg', ['--version']))
    return 'there is no apt to get it from';
  const downloads = join(folder, 'packages');
  mkdirSync(downloads, { recursive: true });
  if (!succeeds('apt-get', ['download', '--quiet', ...packages], { cwd: downloads }))
    return 'apt-get download failed: run apt-get update';
  const unpacked = `${root}.new`;
  rmSync(unpacked, { recursive: true, force: true });
  for (const file of readdirSync(downloads))
    execFileSync('dpkg', ['--extract', join(downloads, file), unpacked]);
  execFileSync('mv', [unpacked, root]);
  return undefined;
}

/**
 * The client checks a document against the schema of OpenAPI 3.1, which it would fetch from the internet. The document is
 * held to that schema elsewhere, so any object will do here.
 */
function metaSchemaCache(): string {
  const address = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';
  const cache = join(folder, 'schemas');
  mkdirSync(cache, { recursive: true });
  const schema = { $id: address, $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
  writeFileSync(join(cache, createHash('md5').update(address).digest('hex')), JSON.stringify(schema));
  return cache;
}

function succeeds(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 60_000, ...options });
    return true;
  } catch {
    return false;
  }
}
