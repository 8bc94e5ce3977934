import { useFinalize } from 'clientlib/react';
import { useEffect, useState } from 'react';
import { inWords } from './service.ts';

const texts = {
  busy: 'We are looking at your payment.',
  ordered: 'Activating your account…',
  active: 'Your account is active.',
  later: 'Your account will be active within a few minutes.',
};

/** After the payment, and where payment providers send the customer back to. */
export function ThankYouPage({ account }: { account: string }) {
  // Completes the order when the customer comes from a provider's page.
  const { status, error } = useFinalize();
  const [state, setState] = useState<keyof typeof texts>('busy');

  useEffect(() => {
    if (status === 'pending' || status === 'failed') return;
    const controller = new AbortController();
    const { signal } = controller;
    (async () => {
      setState('ordered');
      // Our back end learns of success from the webhook, so it is the one to ask.
      const answer = await fetch(`/accounts/${account}?wait=20`, {
        headers: { Accept: 'application/json' },
        signal,
      }).catch(() => undefined);
      if (signal.aborted) return;
      setState(answer?.ok && (await answer.json()).Status === 'active' ? 'active' : 'later');
    })();
    return () => controller.abort();
  }, [account, status]);

  if (error?.retryable) {
    return (
      <>
        <h1>We do not know yet</h1>
        <p role="alert">
          Your payment could not be confirmed just now. Please reload this page; do not pay again.
        </p>
      </>
    );
  }
  if (error) {
    return (
      <>
        <h1>The payment did not work</h1>
        <p role="alert">{inWords(error)}</p>
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
