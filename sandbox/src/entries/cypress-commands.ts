import { methodWith, type PaymentFormData, paymentFormFrame } from '../clients/kit/payment-form-data.ts';
import type { SandboxActions } from './cypress.ts';

/** The parts of Cypress's globals that are used here. */
interface Globals {
  readonly Cypress: { Commands: { add(name: string, command: (...args: never[]) => unknown): void } };
  readonly cy: {
    task(name: string, argument: unknown): unknown;
    get(selector: string, options: object): Chain;
    wrap(found: Found): Chain;
  };
}

/** Elements, as jQuery has them. */
interface Found {
  attr(name: string): string | undefined;
}

interface Chain {
  then(work: (found: Found) => void): Chain;
  its(path: string): Chain;
  find(selector: string): Chain;
  first(): Chain;
  check(options: object): Chain;
  clear(): Chain;
  type(text: string): Chain;
}

declare global {
  namespace Cypress {
    // biome-ignore lint/suspicious/noExplicitAny: as Cypress declares it
    interface Chainable<Subject = any> {
      /**
       * Does something with the sandbox: `cy.sandbox('advance', 'P1M')`.
       *
       * @example
       * cy.sandbox('webhook', 'PaymentFailed').its('PaymentTransactionId').should('be.a', 'string');
       */
      sandbox<Action extends keyof SandboxActions>(
        action: Action,
        ...args: Parameters<SandboxActions[Action]>
      ): Chainable<Awaited<ReturnType<SandboxActions[Action]>>>;

      /**
       * Types into the payment form of the page. The form is a frame of another origin, which Cypress reaches with
       * `chromeWebSecurity: false`.
       *
       * @example
       * cy.fillPaymentForm({ cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' });
       */
      fillPaymentForm(data: PaymentFormData): Chainable<void>;
    }
  }
}

const { Cypress: cypress, cy } = globalThis as unknown as Globals;

cypress.Commands.add('sandbox', (action: string, ...args: unknown[]) => cy.task('sandbox', { action, args }));

cypress.Commands.add('fillPaymentForm', ({ bearer, ...fields }: PaymentFormData) => {
  const input = (selector: string, field?: string): Chain =>
    cy.get(paymentFormFrame(field), { includeShadowDom: true }).its('0.contentDocument.body').find(selector);
  const kind = methodWith(fields);
  if (bearer !== undefined) input(`input[name="method"][value="${bearer}"]`).check({ force: true });
  // The fields of a page's own layout have no method, and a form with one method offers no choice.
  else if (kind !== undefined)
    input(`input[name="method"][value^="${kind}"], input[name="${Object.keys(fields)[0]}"]`)
      .first()
      .then((found) => {
        if (found.attr('name') === 'method') cy.wrap(found).check({ force: true });
      });
  for (const [name, value] of Object.entries(fields))
    input(`input[name="${name}"]`, name).clear().type(value);
});
