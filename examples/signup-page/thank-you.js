// The page after the payment, and the page that payment providers send the customer back to.

/* global ClientLib */

const show = (id, text) => {
  document.querySelector(`#${id}`).textContent = text;
};

const query = new URLSearchParams(location.search);

try {
  // Back from a provider's page the order is completed here. This may never run (a closed browser): our back end learns
  // of success from the webhook.
  if (ClientLib.isReturn()) await ClientLib.finalize();
  show('title', 'Thank you!');
  show('text', 'Your subscription has been ordered. The confirmation is on its way to you.');
  showOrder();
  await activation(query.get('tag'));
} catch (error) {
  console.warn(error);
  if (error.errorCode === undefined || error.retryable) {
    // Nobody answered: the order may well be paid, and a reload asks again.
    show('title', 'We do not know yet');
    show('text', 'Your payment could not be confirmed just now. Please reload this page; do not pay again.');
  } else {
    show('title', 'The payment did not work');
    show('text', 'Nothing was charged. You can try again.');
    document.querySelector('#again').hidden = false;
  }
}

/** What was bought. The order itself is paid, so the signup page must not offer it again; a reload shows the same. */
function showOrder() {
  const kept = sessionStorage.getItem('order');
  if (kept !== null) {
    const { plan, order } = JSON.parse(kept);
    const amount = new Intl.NumberFormat('en-IE', { style: 'currency', currency: order.Currency });
    sessionStorage.setItem('bought', JSON.stringify({ plan, amount: amount.format(order.GrossTotal) }));
    sessionStorage.removeItem('order');
  }
  const bought = sessionStorage.getItem('bought');
  if (bought === null) return;
  const { plan, amount } = JSON.parse(bought);
  show('plan', plan);
  show('amount', amount);
  document.querySelector('#bought').hidden = false;
}

/** Waits for our own back end to have seen the webhook. */
async function activation(tag) {
  if (tag === null) return;
  show('status', 'Activating your account…');
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = await fetch(`/accounts/${encodeURIComponent(tag)}?wait=5`, {
      headers: { Accept: 'application/json' },
    }).catch(() => null);
    if (!answer?.ok) break;
    if ((await answer.json()).Status === 'active') {
      show('status', 'Your account is active.');
      const link = document.querySelector('#account');
      link.href = `../portal-page/?account=${encodeURIComponent(tag)}`;
      link.hidden = false;
      return;
    }
  }
  show('status', 'Your account will be active within a few minutes.');
}
