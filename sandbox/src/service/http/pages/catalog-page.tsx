import type { Child } from 'hono/jsx';
import type { ServiceContext } from '../zones/env.ts';
import type { Catalog } from './catalog.ts';
import { answerPage, moneyText } from './page.tsx';

/** Returns the page of `/sandbox/catalog`: the values that developers paste, in groups, each with a copy button. */
export function catalogPage(c: ServiceContext, catalog: Catalog): Response {
  const groups = toGroups(catalog);
  return answerPage(c, {
    title: 'Catalog',
    brand: 'Sandbox',
    notice: '',
    layout: 'wide',
    scripts: ['copy.js'],
    body: (
      <>
        <p>
          Credentials, products and test data of this sandbox. Programs read the same as JSON from{' '}
          <code>{catalog.BaseUrl}/sandbox/catalog</code>.
        </p>
        <nav aria-label="Groups">
          <ul class="chips">
            {groups.map(({ title }) => (
              <li>
                <a href={`#${groupId(title)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {groups.map((group) => (
          <Group {...group} />
        ))}
      </>
    ),
  });
}

interface Group {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Child[])[];
}

const groupId = (title: string) => title.toLowerCase().replaceAll(' ', '-');

function toGroups(catalog: Catalog): Group[] {
  const { OAuthClients, ServiceUsers, PlanVariants, Components, Coupons, Providers, TestData, Receipts } =
    catalog;
  const testData = (title: string, kinds: readonly string[]): Group => ({
    title,
    columns: ['Value', 'Outcome'],
    rows: TestData.filter(({ Kind }) => kinds.includes(Kind)).map(({ Value, Outcome }) => [
      <Copied text={Value} />,
      Outcome,
    ]),
  });
  return [
    {
      title: 'Access',
      columns: ['What', 'Value', 'Secret'],
      rows: [
        ['Base URL', <Copied text={catalog.BaseUrl} />, ''],
        ['Public API key', <Copied text={catalog.PublicApiKey} />, ''],
        ...OAuthClients.map(({ Name, ClientId, ClientSecret }) => [
          `OAuth client "${Name}"`,
          <Copied text={ClientId} />,
          ClientSecret === undefined ? 'None (public client)' : <Copied text={ClientSecret} />,
        ]),
        ...ServiceUsers.map(({ Username, Password }) => [
          'Service user',
          <Copied text={Username} />,
          <Copied text={Password} />,
        ]),
      ],
    },
    {
      title: 'Plan variants',
      columns: ['Name', 'Id', 'Fee', 'Setup'],
      rows: PlanVariants.map(({ Name, Id, RecurringFee, SetupFee, Currency }) => [
        Name,
        <Copied text={Id} />,
        moneyText(RecurringFee, Currency),
        SetupFee === 0 ? '' : moneyText(SetupFee, Currency),
      ]),
    },
    {
      title: 'Components',
      columns: ['Name', 'Id', 'Type', 'Price'],
      rows: Components.map(({ Name, Id, ComponentType, PricePerUnit, Currency }) => [
        Name,
        <Copied text={Id} />,
        ComponentType,
        PricePerUnit === undefined ? '' : moneyText(PricePerUnit, Currency),
      ]),
    },
    {
      title: 'Coupons',
      columns: ['Code', 'Id', 'Outcome'],
      rows: Coupons.map(({ Codes, Id, Outcome }) => [
        Codes.map((code) => <Copied text={code} />),
        <Copied text={Id} />,
        Outcome,
      ]),
    },
    testData('Cards', ['Card']),
    testData('Bank accounts', ['Iban', 'Account']),
    testData('Other test data', ['Amount', 'Email', 'Bank', 'Phone']),
    {
      title: 'Payment methods',
      columns: ['Bearer', 'Kind', 'Provider'],
      rows: Providers.flatMap(({ Name, Like, Bearers }) =>
        Bearers.map(({ Bearer, Kind }) => [
          <Copied text={Bearer} />,
          Kind,
          Name === Like ? Name : `${Name}, behaves like ${Like}`,
        ]),
      ),
    },
    {
      title: 'Store receipts',
      columns: ['Store', 'Name', 'The check answers', 'Request'],
      rows: Receipts.map(({ Type, Name, Expect, Request }) => [
        Type,
        Name,
        Expect,
        <Copy text={JSON.stringify(Request, null, 2)} label="Copy JSON" />,
      ]),
    },
  ];
}

function Group({ title, columns, rows }: Group) {
  return (
    <section id={groupId(title)}>
      <h2>{title}</h2>
      {/* A scrollable element must be reachable by keyboard. */}
      <section class="scroll" tabindex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col">{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell) => (
                  <td>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const Copied = ({ text }: { readonly text: string }) => (
  <span class="copied">
    <code>{text}</code> <Copy text={text} label="Copy" />
  </span>
);

const Copy = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <button type="button" class="small" data-copy={text} hidden>
    {label}
  </button>
);
