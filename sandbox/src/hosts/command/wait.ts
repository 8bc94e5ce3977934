/** Longest pause between two tries, in milliseconds. */
const MAX_PAUSE_MS = 500;

/**
 * Waits until a sandbox answers at an address.
 *
 * @throws Error when it does not within the time, with the reason of the last try
 */
export async function waitForSandbox(url: string, timeoutSeconds: number): Promise<void> {
  const health = healthOf(url);
  const end = performance.now() + timeoutSeconds * 1000;
  let reason = '';
  for (let pause = 20; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const response = await fetch(health, {
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(end - performance.now()))),
      });
      // With a control token it answers 401 to who has none: it runs.
      if (response.ok || response.status === 401) return;
      reason = `status ${response.status}`;
    } catch (error) {
      // A try that the end of the time cuts off says less than the one before.
      if (reason === '' || (error as Error).name !== 'TimeoutError') reason = reasonOf(error);
    }
    if (performance.now() + pause >= end)
      throw new Error(`No sandbox at ${url} within ${timeoutSeconds} s: ${reason}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @throws Error for anything but an address of the web */
function healthOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new Error(`wait: expected the URL of a sandbox such as http://localhost:4400, got "${url}".`);
  return new URL(`${base.pathname.replace(/\/+$/, '')}/sandbox/health`, base);
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { readonly code?: string } };
  return cause?.code ?? message;
}
