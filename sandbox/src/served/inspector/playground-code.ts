/** Values that are inserted into the code of a playground. */
export interface Filling {
  readonly publicApiKey: string;
  readonly baseUrl: string;
  readonly planVariantId: string;
  /** The token of the first contract; empty if there is none. */
  readonly token: string;
}

/** The playground in the format of a kind of project. */
export interface Snippet {
  readonly name: string;
  /** How the frame runs it: as a script on a page with a form, or as a drop-in element. */
  readonly runs?: 'script' | 'element';
  readonly code: (filling: Filling) => string;
}

/** A typical selection of a merchant: card, direct debit, one wallet, invoice. */
const usualMethods = 'CreditCard:Bravo Debit:Delta November InvoicePayment';

const dropInPage = (title: string, baseUrl: string, element: string) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <script src="${baseUrl}/clientlib.js" defer></script>
  <script src="${baseUrl}/drop-in.js" defer></script>
  ${element}
</html>
`;

/** The element in the code of a page, with its attributes except event handlers. */
export function parseElement(
  code: string,
): { readonly element: string; readonly attributes: object } | undefined {
  const [, element, text = ''] = /<(clientlib-(?:signup|portal))\b([^>]*)>/.exec(code) ?? [];
  if (element === undefined) return undefined;
  const pairs = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return { element, attributes: Object.fromEntries(pairs.filter(([name]) => !name?.startsWith('on'))) };
}

const submit = `  const data = Object.fromEntries(new FormData(form));
  const card = {
    bearer: 'CreditCard:FakePSP',
    cardNumber: data.cardNumber,
    expiryMonth: '12',
    expiryYear: '2032',
    cardHolder: \`\${data.firstName} \${data.lastName}\`,
    cvc: '123',
  };
  const customer = { firstName: data.firstName, lastName: data.lastName, emailAddress: data.emailAddress };`;

export const snippets: readonly Snippet[] = [
  {
    name: 'Script tag',
    runs: 'script',
    code: ({ publicApiKey }) => `// <script src="…/clientlib.js"></script> is in the page already.
const form = document.querySelector('form');
const output = document.querySelector('output');
const payment = new ClientLib.Payment({ publicApiKey: '${publicApiKey}', providerReturnUrl: location.href });

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  output.textContent = 'Signing up …';
${submit}
  try {
    await payment.ready;
    const cart = { planVariantId: data.planVariantId };
    const result = await new ClientLib.Signup().subscribe(payment, cart, customer, card);
    output.textContent = \`Signed up. Contract \${result.ContractId}\`;
  } catch (error) {
    output.textContent = \`\${error.errorCode}: \${error.errorMessage}\`;
  }
});
`,
  },
  {
    name: 'npm',
    code: ({ publicApiKey, baseUrl }) => `import { configure, Payment, Signup } from 'clientlib';

configure({ baseUrl: '${baseUrl}' });

const form = document.querySelector('form');
const payment = new Payment({ publicApiKey: '${publicApiKey}', providerReturnUrl: location.href });

form.addEventListener('submit', async (event) => {
  event.preventDefault();
${submit}
  await payment.ready;
  const result = await new Signup().subscribe(payment, { planVariantId: data.planVariantId }, customer, card);
  console.log(result.ContractId);
});
`,
  },
  {
    name: 'React',
    code: ({ publicApiKey, baseUrl }) => `import { configure, Payment, Signup } from 'clientlib';
import { useRef, useState } from 'react';

configure({ baseUrl: '${baseUrl}' });
const payment = new Payment({ publicApiKey: '${publicApiKey}', providerReturnUrl: location.href });

export function SignupForm({ planVariantId }) {
  const form = useRef(null);
  const [contractId, setContractId] = useState();
  const signUp = async (event) => {
    event.preventDefault();
    const { firstName, lastName, emailAddress, cardNumber } = Object.fromEntries(new FormData(form.current));
    const card = {
      bearer: 'CreditCard:FakePSP',
      cardNumber,
      expiryMonth: '12',
      expiryYear: '2032',
      cardHolder: \`\${firstName} \${lastName}\`,
      cvc: '123',
    };
    await payment.ready;
    const customer = { firstName, lastName, emailAddress };
    const result = await new Signup().subscribe(payment, { planVariantId }, customer, card);
    setContractId(result.ContractId);
  };
  if (contractId !== undefined) return <p>Signed up: {contractId}</p>;
  return (
    <form ref={form} onSubmit={signUp}>
      <input name="firstName" /> <input name="lastName" /> <input name="emailAddress" type="email" />
      <input name="cardNumber" inputMode="numeric" />
      <button>Sign up</button>
    </form>
  );
}
`,
  },
  {
    name: 'Drop-in signup',
    runs: 'element',
    code: ({ publicApiKey, baseUrl, planVariantId }) =>
      dropInPage(
        'Sign up',
        baseUrl,
        `<!-- GET /sandbox/catalog lists all bearers; without payment-methods the signup offers one of each kind. -->
  <clientlib-signup public-api-key="${publicApiKey}" plan-variant-id="${planVariantId}" payment-methods="${usualMethods}"></clientlib-signup>`,
      ),
  },
  {
    name: 'Drop-in portal',
    runs: 'element',
    code: ({ baseUrl, token }) =>
      dropInPage(
        'Your subscription',
        baseUrl,
        `<!-- The token is that of the first contract. Yours comes from your back end: token-url="/portal-token" -->
  <clientlib-portal token="${token}" payment-methods="${usualMethods}"></clientlib-portal>`,
      ),
  },
];
