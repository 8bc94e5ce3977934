import { finalize, isReturn } from 'clientlib';
import { useEffect, useState } from 'react';
import { inWords, isOpen } from './service.ts';

const texts = {
  busy: 'We are looking at your payment.',
  ordered: 'Activating your account…',
  active: 'Your account is active.',
  later: 'Your account will be active within a few minutes.',
};

/** After the payment, and where payment providers send the customer back to. */
export function ThankYouPage({ account }: { account: string }) {
  const [state, setState] = useState<'busy' | 'ordered' | 'active' | 'later' | Error>('busy');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    (async () => {
      // Completes the order when the customer comes from a provider's page; twice under StrictMode, with one outcome.
      if (isReturn()) await finalize();
      if (signal.aborted) return;
      setState('ordered');
      // Our back end learns of success from the webhook, so it is the one to ask.
      const answer = await fetch(`/accounts/${account}?wait=20`, {
        headers: { Accept: 'application/json' },
        signal,
      }).catch(() => undefined);
      if (signal.aborted) return;
      setState(answer?.ok && (await answer.json()).Status === 'active' ? 'active' : 'later');
    })().catch((error) => !signal.aborted && setState(error));
    return () => controller.abort();
  }, [account]);

  if (state instanceof Error) {
    if (isOpen(state)) {
      return (
        <>
          <h1>We do not know yet</h1>
          <p role="alert">
            Your payment could not be confirmed just now. Please reload this page; do not pay again.
          </p>
        </>
      );
    }
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
      <p role="status">{texts[state]}</p>
      {state === 'active' && <a href={`/account?account=${account}`}>Your account</a>}
    </>
  );
}
