import type { TestSandbox } from '../kit/types.ts';

/** The object of an action. */
export interface Subject {
  readonly ContractId: string;
}

/** An action of a customer or merchant at the beginning of a period. */
export interface Action {
  /** The name in the report. */
  readonly name: string;
  /** Performs the action. If the service rejects it (4xx), this life is dropped, because it is impossible. */
  readonly run: (sandbox: TestSandbox, subject: Subject) => unknown;
  /** The same as a line of test code that can use `sandbox` and `ContractId`. Default: a call by its name. */
  readonly code?: string;
  /** True if the merchant's own code performs it: the period's fault affects its requests, and it can fail because of that. */
  readonly meetsFaults?: boolean;
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

/** Pauses the contract now. */
export const pause: Action = request('pause', 'pause', '{}');

/** Ends the pause now. */
export const resume: Action = request('resume', 'resume', '{}');

/** Annuls the contract from its beginning. */
export const annul: Action = request('annul', 'annulate', '{}');

/** Moves the contract to a plan variant. @param PlanVariantId an expression in test code */
const orderCode = (
  PlanVariantId: string,
): string => `const { Id } = await sandbox.rest<{ Id: string }>('POST', '/orders', {
  ContractId,
  Cart: { PlanVariantId: ${PlanVariantId} },
});
await sandbox.rest('POST', \`/orders/\${Id}/commit\`, {});`;

/** A plan variant that the contract does not have: the first other one of the catalogue. */
async function otherPlan(sandbox: TestSandbox, { ContractId }: Subject): Promise<string> {
  const { PlanVariantId } = await sandbox.rest<{ PlanVariantId?: string }>('GET', `/contracts/${ContractId}`);
  const variants = await sandbox.rest<readonly { Id: string }[]>('GET', '/planVariants');
  return variants.find(({ Id }) => Id !== PlanVariantId)?.Id ?? '';
}

const otherPlanCode = `const { PlanVariantId } = await sandbox.rest<{ PlanVariantId?: string }>('GET', \`/contracts/\${ContractId}\`);
const variants = await sandbox.rest<readonly { Id: string }[]>('GET', '/planVariants');
const other = variants.find(({ Id }) => Id !== PlanVariantId)?.Id ?? '';
`;

/**
 * Moves the contract to another plan variant now, paid as before.
 *
 * @param planVariantId Default: the first one of the catalogue that the contract does not have.
 */
export const changePlan = (planVariantId?: string): Action => ({
  name: planVariantId === undefined ? 'change of plan' : `change to ${planVariantId}`,
  async run(sandbox, subject) {
    const PlanVariantId = planVariantId ?? (await otherPlan(sandbox, subject));
    const { Id } = await sandbox.rest<{ Id: string }>('POST', '/orders', {
      ContractId: subject.ContractId,
      Cart: { PlanVariantId },
    });
    await sandbox.rest('POST', `/orders/${Id}/commit`, {});
  },
  code: planVariantId === undefined ? otherPlanCode + orderCode('other') : orderCode(`'${planVariantId}'`),
});
