import { writeFile } from 'node:fs/promises';
import { certify, unlimited } from '../../clients/explore/certify/certify.ts';
import { startSandbox } from '../node/node.ts';
import { type CertifyCommand, DEFAULT_PORT } from './command-line.ts';
import { print } from './output.ts';

/** The secret that the receiver was configured with; if omitted, the command creates and prints one. */
const SECRET = 'CLIENTLIB_WEBHOOK_SECRET';

/** Exit code if the receiver has errors; a failed command exits with 2. */
const FOUND = 1;

/** Certifies a running receiver, with a sandbox on a port for it to read from. */
export async function runCertify({
  receiver,
  readBack,
  port,
  maxOrders,
  junit,
  html,
}: CertifyCommand): Promise<void> {
  const secret = process.env[SECRET] || undefined;
  const start = (at: number) =>
    startSandbox({ port: at, clock: '2026-01-15T09:00:00Z', seed: 'certify', config: unlimited });
  const started = await start(port ?? DEFAULT_PORT).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    if (port === undefined && code === 'EADDRINUSE') return start(0);
    throw error;
  });
  try {
    const report = await certify(receiver, {
      sandbox: started.sandbox,
      maxOrders,
      ...(secret === undefined ? {} : { secret }),
      ...(readBack === undefined ? {} : { readBack }),
      enter: (_sandbox, endpoint) => {
        const origin =
          secret === undefined ? `. Configure the receiver with it, or set ${SECRET}` : ` in ${SECRET}`;
        const shown = secret === undefined ? ` ${endpoint.secret}` : '';
        print(`Sandbox at ${started.url}. Messages are signed with the secret${shown}${origin}.\n\n`);
      },
    });
    print(report.text);
    if (junit !== undefined) await writeFile(junit, report.junit);
    if (html !== undefined) await writeFile(html, report.html);
    if (!report.ok) process.exitCode = FOUND;
  } finally {
    await started.close();
  }
}
