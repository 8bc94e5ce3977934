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
  /** The merchant's own code does it: its requests meet the fault of the period, and it may fail because of that. */
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

/** Pauses the contract from now on. */
export const pause: Action = request('pause', 'pause', '{}');

/** Ends the pause now. */
export const resume: Action = request('resume', 'resume', '{}');

/** Undoes the contract from its beginning. */
export const annul: Action = request('annul', 'annulate', '{}');

/** Moves the contract to a plan variant. @param PlanVariantId an expression of test code */
const orderCode = (
  PlanVariantId: string,
): string => `const { Id } = await sandbox.rest<{ Id: string }>('POST', '/orders', {
  ContractId,
  Cart: { PlanVariantId: ${PlanVariantId} },
});
await sandbox.rest('POST', \`/orders/\${Id}/commit\`, {});`;

/** A plan variant that the contract does not have: the first one of the catalogue. */
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
