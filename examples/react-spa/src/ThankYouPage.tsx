import { finalize } from 'clientlib';
import { useEffect, useState } from 'react';
import { inWords } from './service.ts';

/** After the payment, and where payment providers send the customer back to. */
export function ThankYouPage({ account }: { account: string }) {
  const [state, setState] = useState<'busy' | 'ordered' | 'active' | Error>('busy');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    (async () => {
      // Completes the order when the customer comes from a provider's page; twice under StrictMode, with one outcome.
      await finalize();
      if (signal.aborted) return;
      setState('ordered');
      // Our back end learns of success from the webhook, so it is the one to ask.
      const answer = await fetch(`/accounts/${account}?wait=20`, {
        headers: { Accept: 'application/json' },
        signal,
      });
      if ((await answer.json()).Status === 'active') setState('active');
    })().catch((error) => !signal.aborted && setState(error));
    return () => controller.abort();
  }, [account]);

  if (state instanceof Error) {
    return (
      <>
        <h1>The payment did not work</h1>
        <p role="alert">{inWords(state)}</p>
        <a href="/">Back to the order</a>
      </>
    );
  }
  return (
    <>
      <h1>{state === 'busy' ? 'One moment…' : 'Thank you!'}</h1>
      <p role="status">{state === 'active' ? 'Your account is active.' : 'Activating your account…'}</p>
      {state === 'active' && <a href={`/account?account=${account}`}>Your account</a>}
    </>
  );
}
