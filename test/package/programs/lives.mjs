// What the threads of exploreModule load: a shop that lets in whoever got an invoice.
let mayUse = {};

export const scenario = (sandbox) => sandbox.signUp();

export const options = {
  months: 3,
  outcomes: ['InsufficientBalance', 'BearerExpired', 'PendingThenPaid'],
  merchant: {
    async webhooks({ Event, ContractId }, sandbox) {
      if (ContractId === undefined) return;
      const { LifecycleStatus, Balance } = await sandbox.rest('GET', `/contracts/${ContractId}`);
      mayUse[ContractId] = LifecycleStatus === 'Active' && (Balance <= 0 || Event === 'InvoiceCreated');
    },
    snapshot: () => mayUse,
    restore(state) {
      mayUse = { ...state };
    },
  },
  check(sandbox, { ContractId }) {
    const { LifecycleStatus, Balance } = sandbox.contract(ContractId);
    const expected = LifecycleStatus === 'Active' && Balance <= 0;
    if (mayUse[ContractId] !== expected)
      throw new Error(`mayUse is ${mayUse[ContractId]}, expected ${expected}`);
  },
};
