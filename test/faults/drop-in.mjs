// Faults in the drop-in of the SDK.

/** @type {import('./faults.mjs').Fault[]} */
export const dropInFaults = [
  {
    id: 'ended-components-booked',
    file: 'sdk/src/drop-in/portal/components-section.ts',
    text: 'ComponentsSubscriptions.filter(({ EndDate }) => EndDate === undefined)',
    fault: 'ComponentsSubscriptions.slice()',
    why: 'a customer who changes a quantity books anew what has ended',
    tests: ['test/sdk/drop-in/portal.test.ts'],
  },
  {
    id: 'second-order-while-the-first-may-be-paid',
    file: 'sdk/src/drop-in/signup/checkout.ts',
    text: '(purchase.isUnsure || purchase.wanted === wanted)',
    fault: 'purchase.wanted === wanted',
    why: 'a customer is charged twice who tries again after a lost response, on a page that now offers another plan',
    tests: ['test/sdk/drop-in/signup.test.ts'],
  },
  {
    id: 'each-element-takes-the-return',
    file: 'sdk/src/drop-in/return-address.ts',
    text: 'return isReturn() && (mark === null || mark === name);',
    fault: 'return isReturn();',
    why: 'on a page with signup and portal, both finalize the payment of one of them',
    tests: ['test/sdk/drop-in/signup.test.ts', 'test/sdk/drop-in/portal.test.ts'],
  },
  {
    id: 'order-with-the-invalid-coupon',
    file: 'sdk/src/drop-in/signup/coupon-field.ts',
    text: "const tried = this._tried;\n    this._tried = '';\n",
    fault: 'const tried = this._tried;\n',
    why: 'a customer who ignores the message about a coupon cannot buy at all',
    tests: ['test/sdk/drop-in/signup.test.ts'],
  },
  {
    id: 'hidden-address-fields-deleted',
    file: 'sdk/src/drop-in/view/customer-form.ts',
    text: '= { ...customer.Address };',
    fault: '= {};',
    why: 'a customer who changes the street in the portal loses the parts of the address that the form does not show',
    tests: ['test/sdk/drop-in/portal.test.ts', 'test/sdk/drop-in/signup.test.ts'],
  },
  {
    id: 'later-price-asks-for-no-card',
    file: 'sdk/src/drop-in/signup/signup-run.ts',
    text: ' && NextTotalGross === 0',
    fault: '',
    why: 'a trial that costs later asks for no card',
    tests: ['test/sdk/drop-in/payment-needed.test.ts'],
  },
  {
    id: 'ended-contract-with-debt-keeps-its-method',
    file: 'sdk/src/drop-in/portal/payment-section.ts',
    text: ' && !details.PaymentsBlocked',
    fault: '',
    why: 'an ended contract with debt cannot change its payment method',
    tests: ['test/sdk/drop-in/payment-needed.test.ts'],
  },
  {
    id: 'days-of-utc',
    file: 'sdk/src/drop-in/view/formats.ts',
    text: 'timeZone: this.timeZone',
    fault: "timeZone: 'UTC'",
    why: 'the day before',
    tests: ['test/sdk/drop-in/portal.test.ts', 'test/sdk/drop-in/signup.test.ts'],
  },
];
