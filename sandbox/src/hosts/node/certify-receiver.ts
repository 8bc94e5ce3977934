import { certify } from '../../clients/explore/certify/certify.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { CertifyReceiver } from '../../service/model/certify-receiver.ts';

/** Maximum number of event orders per life, because an agent waits for the report. */
const MAX_ORDERS = 24;

/** The used part of `startSandbox`. */
type Start = (
  options: SandboxOptions & { readonly port: number },
) => Promise<{ readonly sandbox: Sandbox; close(): Promise<void> }>;

/** Certifies a receiver with a sandbox of its own, on a port for the receiver to read from. */
export const certifyingWith =
  (start: Start): CertifyReceiver =>
  async (receiver, { port = 0, secret, readBack }) => {
    const { sandbox, close } = await start({ port, clock: '2026-01-15T09:00:00Z', seed: 'certify' });
    try {
      return await certify(receiver, {
        sandbox,
        maxOrders: MAX_ORDERS,
        ...(secret === undefined ? {} : { secret }),
        ...(readBack === undefined ? {} : { readBack }),
      });
    } finally {
      await close();
    }
  };
