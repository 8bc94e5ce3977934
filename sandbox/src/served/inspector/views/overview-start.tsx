/** @jsxImportSource hono/jsx/dom */
import type { Catalog } from '../../../service/model/sandbox-catalog.ts';
import { CopyButton, Json } from '../parts/basic.tsx';
import { useQuery } from '../query.ts';
import { settings } from '../settings.ts';

/** A declined renewal as a test, for an empty project with Vitest. */
export const firstTest = `import { test } from 'clientlib-sandbox/vitest';
test('a declined renewal is reported', async ({ sandbox }) => {
  const { ContractId } = await sandbox.signUp();
  sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } });
  await sandbox.clock.advance('P1M');
  await sandbox.webhooks.next('PaymentFailed', { ContractId });
});
`;

/** The first steps, while the sandbox has no contract. */
export function StartPanel() {
  const { data: contracts } = useQuery<unknown[]>('/api/v1/contracts?take=1', ['contracts']);
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog');
  if (contracts === undefined || contracts.length > 0 || catalog === undefined) return null;
  const [variant] = catalog.PlanVariants;
  const tag = `<script src="${settings.baseUrl}/clientlib.js"></script>
<script>
  const payment = new ClientLib.Payment({ publicApiKey: '${catalog.PublicApiKey}' });
</script>`;
  return (
    <section class="panel start" aria-labelledby="start-heading">
      <h2 id="start-heading">Start here</h2>
      <ol class="steps">
        <li>
          Sign up a customer:{' '}
          <a href={`${settings.baseUrl}/portal/signup.html#/${variant?.Id}`} target="_blank" rel="noopener">
            open the signup page
          </a>{' '}
          and pay with the test card 4111 1111 1111 1111.
        </li>
        <li>
          Move the clock with <b>+1 month</b> above: the contract is renewed, billed and charged.
        </li>
        <li>
          Add ClientLib to your page: <CopyButton text={tag} label="Copy script tag" />
          <Json value={tag} />
        </li>
        <li>
          Test a declined renewal in Vitest: <CopyButton text={firstTest} label="Copy test" />
          <Json value={firstTest} />
        </li>
      </ol>
    </section>
  );
}
