// After the payment, and where payment providers send the customer back to.

/* global ClientLib */

const element = (id) => document.querySelector(`#${id}`);

try {
  // Completes the order on the way back from a provider.
  if (ClientLib.isReturn()) await ClientLib.finalize();
  element('title').textContent = 'Thank you!';
  element('text').textContent = 'Your subscription has been ordered. The confirmation is on its way to you.';
  showOrder();
} catch (error) {
  console.warn(error);
  if (error.errorCode === undefined || error.retryable) {
    // Nobody answered: the order may well be paid, and a reload asks again.
    element('title').textContent = 'We do not know yet';
    element('text').textContent =
      'Your payment could not be confirmed just now. Please reload this page; do not pay again.';
  } else {
    element('title').textContent = 'The payment did not work';
    element('text').textContent = 'Nothing was charged. You can try again.';
    element('again').hidden = false;
  }
}

/** What was bought; a reload shows the same. */
function showOrder() {
  const bought = sessionStorage.getItem('bought');
  if (bought === null) return;
  const { plan, amount } = JSON.parse(bought);
  element('plan').textContent = plan;
  element('amount').textContent = amount;
  element('bought').hidden = false;
}
