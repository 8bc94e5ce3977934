import type { TestSandbox } from '../kit/types.ts';

/** What an action is done to. */
export interface Subject {
  readonly ContractId: string;
}

/** Something that a customer or merchant may do at the beginning of a period. */
export interface Action {
  /** As the report shows it. */
  readonly name: string;
  /** Does it. What the service refuses (4xx) makes the life end here: it cannot happen. */
  readonly run: (sandbox: TestSandbox, subject: Subject) => unknown;
  /** The same as a line of test code, in which `sandbox` and `ContractId` are known. Default: a call by its name. */
  readonly code?: string;
}

/** A request of a back end as an action. */
const request = (name: string, path: string, body: string): Action => ({
  name,
  run: (sandbox, { ContractId }) =>
    sandbox.rest('POST', `/contracts/${ContractId}/${path}`, JSON.parse(body) as object),
  code: `await sandbox.rest('POST', \`/contracts/\${ContractId}/${path}\`, ${body});`,
});

/** Ends the contract at the next possible date. */
export const cancel: Action = request('cancel', 'end', '{}');

/** Pauses the contract from now on. */
export const pause: Action = request('pause', 'pause', '{}');

/** Ends the pause now. */
export const resume: Action = request('resume', 'resume', '{}');

/** Undoes the contract from its beginning. */
export const annul: Action = request('annul', 'annulate', '{}');

/** Moves the contract to another plan variant now, paid as before. */
export const changePlan = (PlanVariantId: string): Action => ({
  name: `change to ${PlanVariantId}`,
  async run(sandbox, { ContractId }) {
    const { Id } = await sandbox.rest<{ Id: string }>('POST', '/orders', {
      ContractId,
      Cart: { PlanVariantId },
    });
    await sandbox.rest('POST', `/orders/${Id}/commit`, {});
  },
  code: `const { Id } = await sandbox.rest<{ Id: string }>('POST', '/orders', {
  ContractId,
  Cart: { PlanVariantId: '${PlanVariantId}' },
});
await sandbox.rest('POST', \`/orders/\${Id}/commit\`, {});`,
});
