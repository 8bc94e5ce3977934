/** The signup of the playground in the form that a project of each kind has it. The first one runs. */
export interface Snippet {
  readonly name: string;
  readonly code: (publicApiKey: string, baseUrl: string) => string;
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
    code: (publicApiKey) => `// <script src="…/clientlib.js"></script> is in the page already.
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
    code: (publicApiKey, baseUrl) => `import { configure, Payment, Signup } from 'clientlib';

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
    code: (publicApiKey, baseUrl) => `import { configure, Payment, Signup } from 'clientlib';
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
];
