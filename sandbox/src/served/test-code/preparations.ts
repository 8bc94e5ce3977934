import { quoted } from './literal.ts';

interface Preparation {
  /** Variables that it uses. */
  readonly needs?: readonly string[];
  readonly lines: readonly string[];
}

/** Reads the JSON of a response to a control API request. */
const control = (method: string, path: string, body?: string): string => {
  const content = `headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(${body})`;
  const options = method === 'GET' ? '' : `, { method: '${method}', ${content} }`;
  return `await (await sandbox.fetch(\`\${sandbox.baseUrl}/sandbox/${path}\`${options})).json();`;
};

const order =
  "{ Customer: { FirstName: 'Ada', Address: { Country: 'DE' } }, Cart: { PlanVariantId: 'b00000000000000000000001' } }";
const decline = "Outcome: { Code: 'InsufficientBalance' }";

/** A placeholder for the store of the request. */
const STORE = 'GoogleIap';

/** Lines that create the documents of a request, by the variables of their ids. */
const preparations: Readonly<Record<string, Preparation>> = {
  ContractId: { lines: ['const { ContractId } = await sandbox.signUp();'] },
  CustomerId: {
    lines: [
      "await sandbox.rest('POST', '/customers', { FirstName: 'Ada', EmailAddress: 'ada@example.com', Address: { Country: 'DE' } });",
      "const { CustomerId } = await sandbox.webhooks.next('CustomerCreated');",
    ],
  },
  OrderId: { lines: [`const { Id: OrderId } = await sandbox.rest('POST', '/orders', ${order});`] },
  InvoiceId: {
    needs: ['ContractId'],
    lines: ["const { InvoiceId } = await sandbox.webhooks.next('InvoiceCreated', { ContractId });"],
  },
  PaymentTransactionId: {
    needs: ['ContractId'],
    lines: [
      "const { PaymentTransactionId } = await sandbox.webhooks.next('PaymentSucceeded', { ContractId });",
    ],
  },
  WebhookId: {
    lines: [
      "const { Id: WebhookId } = await sandbox.rest('POST', '/webhooks', { Url: 'https://shop.example/' });",
    ],
  },
  DeliveryId: {
    needs: ['ContractId'],
    lines: [`const [{ Id: DeliveryId }] = ${control('GET', 'deliveries')}`],
  },
  FaultId: {
    lines: [`const { Id: FaultId } = ${control('POST', 'faults', "{ Path: '/*', Fault: { Status: 503 } }")}`],
  },
  DecisionId: { lines: [`const { Id: DecisionId } = sandbox.payments.next({ ${decline} });`] },
  WorkspaceName: {
    lines: [`const { Name: WorkspaceName } = ${control('POST', 'workspaces', "{ Name: 'checkout-1' }")}`],
  },
  SubscriptionId: {
    lines: [
      control('POST', `stores/${STORE}/receipts`, '{}'),
      `const [{ Id: SubscriptionId }] = ${control('GET', `stores/${STORE}/subscriptions`)}`,
    ],
  },
};

/** Required by a retry. */
const failedPayment: Preparation = {
  needs: ['ContractId'],
  lines: [
    `sandbox.payments.next({ ContractId, ${decline} });`,
    "await sandbox.clock.advance('P1M');",
    "const { PaymentTransactionId } = await sandbox.webhooks.next('PaymentFailed', { ContractId });",
  ],
};

const ofContract = (operation: string): string =>
  `await sandbox.rest('POST', \`/contracts/\${ContractId}/${operation}\`, {});`;

/** Lines that must run before requests to these paths. */
const before: readonly (readonly [path: RegExp, line: string])[] = [
  [/\/revokeCancellation$/, ofContract('end')],
  [/\/resume$/, ofContract('pause')],
];

export interface Prepared {
  /** Options of the sandbox. */
  readonly options: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Returns the steps that a new sandbox needs before it can accept a request.
 *
 * @param used variables for the ids in the request
 * @param now the clock of the sandbox that the request is from
 */
export function findPreparations(
  { path, body }: { readonly path: string; readonly body?: unknown },
  used: ReadonlySet<string>,
  now: string,
): Prepared {
  const lines: string[] = [];
  const done = new Set<string>();
  const store = /\/stores\/(\w+)/.exec(path)?.[1] ?? STORE;
  const add = (variable: string): void => {
    if (done.has(variable)) return;
    done.add(variable);
    const isRetry = variable === 'PaymentTransactionId' && path.endsWith('/retry');
    const { needs = [], lines: steps = [] } = (isRetry ? failedPayment : preparations[variable]) ?? {};
    for (const need of needs) add(need);
    lines.push(...steps.map((line) => line.replace(STORE, store)));
  };
  for (const variable of used) add(variable);
  lines.push(...before.filter(([at]) => at.test(path)).map(([, line]) => line));
  const hasInstant = /"\d{4}-\d\d-\d\dT/.test(JSON.stringify(body ?? ''));
  return {
    options: [
      ...(hasInstant ? [`clock: ${quoted(now)}`] : []),
      ...(/\/(approve|decline)$/.test(path) ? ['config: { Account: { OrderApproval: true } }'] : []),
      ...(used.has('DeliveryId')
        ? ["webhooks: ['https://shop.example/']", 'deliver: async () => new Response()']
        : []),
    ],
    lines,
  };
}
