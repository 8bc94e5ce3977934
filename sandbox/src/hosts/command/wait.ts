/** Maximum delay between two attempts, in milliseconds. */
const MAX_PAUSE_MS = 500;

/**
 * Waits until a sandbox responds at an address.
 *
 * @throws Error if it does not respond in time, with the reason of the last attempt
 */
export async function waitForSandbox(url: string, timeoutSeconds: number): Promise<void> {
  const health = healthUrl(url);
  const end = performance.now() + timeoutSeconds * 1000;
  let reason = '';
  for (let pause = 20; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const response = await fetch(health, {
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(end - performance.now()))),
      });
      // With a control token, it responds to requests without one with 401: it is running.
      if (response.ok || response.status === 401) return;
      reason = `status ${response.status}`;
    } catch (error) {
      // The error of an attempt that the timeout aborted is less informative than the previous one.
      if (reason === '' || (error as Error).name !== 'TimeoutError') reason = errorReason(error);
    }
    if (performance.now() + pause >= end)
      throw new Error(`No sandbox at ${url} within ${timeoutSeconds} s: ${reason}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @throws Error for anything but a web URL */
function healthUrl(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new Error(`wait: expected the URL of a sandbox such as http://localhost:4400, got "${url}".`);
  return new URL(`${base.pathname.replace(/\/+$/, '')}/sandbox/health`, base);
}

function errorReason(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { readonly code?: string } };
  return cause?.code ?? message;
}
