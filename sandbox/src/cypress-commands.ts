import type { SandboxActions } from './cypress.ts';

/** What Cypress gives a support file, as far as it is needed. */
interface Globals {
  readonly Cypress: { Commands: { add(name: string, command: (...args: never[]) => unknown): void } };
  readonly cy: { task(name: string, argument: unknown): unknown };
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
    }
  }
}

const { Cypress: cypress, cy } = globalThis as unknown as Globals;

cypress.Commands.add('sandbox', (action: string, ...args: unknown[]) => cy.task('sandbox', { action, args }));
