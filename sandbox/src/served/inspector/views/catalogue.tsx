/** @jsxImportSource hono/jsx/dom */

import type { Child } from 'hono/jsx';
import { useState } from 'hono/jsx/dom';
import type { Catalog } from '../../../service/model/sandbox-catalog.ts';
import { storeTypes } from '../../../service/model/statuses.ts';
import { day, everyPeriod, money } from '../format.ts';
import { Action } from '../parts/action.tsx';
import { Copied, CopyButton, Json, Mark, Money } from '../parts/basic.tsx';
import { FilterInput } from '../parts/filter-input.tsx';
import { useQuery } from '../query.ts';
import { useRouteForView } from '../router.ts';

const collections = ['planVariants', 'components', 'coupons', 'discounts'];

/** Plans, coupons, credentials and test data, each value with a copy button. */
export function CatalogueView() {
  const { query } = useRouteForView('catalogue');
  const q = (query.get('q') ?? '').toLowerCase();
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog', collections);
  if (catalog === undefined) return <p class="quiet">Loading</p>;
  const groups = [...testDataGroups(catalog), ...toGroups(catalog)];
  const fits = (row: Row) => q === '' || row.words.toLowerCase().includes(q);
  return (
    <>
      <div class="heading">
        <h1>Catalogue and test data</h1>
        <FilterInput value={query.get('q') ?? ''} />
      </div>
      <div class="panels wide">
        {groups.map(({ title, columns, rows }) => {
          const shown = rows.filter(fits);
          return shown.length === 0 ? null : (
            <section class="panel" aria-labelledby={groupId(title)}>
              <h2 id={groupId(title)}>{title}</h2>
              <div class="scroll cards">
                <table>
                  <thead>
                    <tr>
                      {columns.map((column) => (
                        <th scope="col">{column}</th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map(({ cells }) => (
                      <tr>
                        {cells.map((cell, at) => (
                          <td data-title={columns[at]} class={cell === '' ? 'minor' : undefined}>
                            {cell}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </section>
          );
        })}
        <Stores catalog={catalog} />
      </div>
    </>
  );
}

interface Row {
  readonly cells: readonly Child[];
  readonly words: string;
}

interface Group {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const groupId = (title: string) => `group-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;

const copied = (text: string): Child => <Copied text={text} />;

const row = (words: string, ...cells: Child[]): Row => ({ words, cells });

function toGroups(catalog: Catalog): Group[] {
  return [
    {
      title: 'Access',
      columns: ['What', 'Value'],
      rows: [
        row(`Base URL ${catalog.BaseUrl}`, 'Base URL', copied(catalog.BaseUrl)),
        row(`Public API key ${catalog.PublicApiKey}`, 'Public API key', copied(catalog.PublicApiKey)),
        ...catalog.OAuthClients.flatMap(({ Name, ClientId, ClientSecret }) => [
          row(`${Name} ${ClientId}`, `OAuth client “${Name}”`, copied(ClientId)),
          row(
            `${Name} ${ClientId}`,
            `Secret of “${Name}”`,
            ClientSecret === undefined ? 'None (public client)' : copied(ClientSecret),
          ),
        ]),
        ...catalog.ServiceUsers.flatMap(({ Username, Password }) => [
          row(Username, 'Service user', copied(Username)),
          row(Username, 'Password of the service user', copied(Password)),
        ]),
      ],
    },
    {
      title: 'Plans',
      columns: ['Plan', 'Fee', 'Id'],
      rows: catalog.PlanVariants.map(({ Id, Name, RecurringFee, FeePeriod, SetupFee, Currency }) =>
        row(
          `${Name} ${Id}`,
          Name,
          <>
            <Money amount={RecurringFee} currency={Currency} /> {everyPeriod(FeePeriod)}
            {SetupFee !== 0 && <span class="quiet"> + {money(SetupFee, Currency)} setup</span>}
          </>,
          copied(Id),
        ),
      ),
    },
    {
      title: 'Components',
      columns: ['Component', 'Type', 'Price', 'Id'],
      rows: catalog.Components.map(({ Id, Name = '', ComponentType, PricePerUnit, FeePeriod, Currency }) =>
        row(
          `${Name} ${Id}`,
          Name,
          ComponentType,
          PricePerUnit === undefined
            ? 'price scale'
            : [money(PricePerUnit, Currency), FeePeriod && everyPeriod(FeePeriod)].filter(Boolean).join(' '),
          copied(Id),
        ),
      ),
    },
    {
      title: 'Coupons',
      columns: ['Code', 'Discount'],
      rows: catalog.Coupons.map(({ Codes, Name, Outcome, Active }) =>
        row(
          `${Codes.join(' ')} ${Name}`,
          Codes.map(copied),
          Active ? Outcome : <Mark meaning="wait">{Outcome}</Mark>,
        ),
      ),
    },
    {
      title: 'Payment methods',
      columns: ['Bearer', 'Provider', 'Flow'],
      rows: catalog.Providers.flatMap(({ Name, Bearers }) =>
        Bearers.map(({ Bearer, Kind }) => row(`${Bearer} ${Name} ${Kind}`, copied(Bearer), Name, Kind)),
      ),
    },
  ];
}

const kindNames: Readonly<Record<string, string>> = { Iban: 'IBAN', Account: 'Bank account' };

/** Test data by kind. */
function testDataGroups({ TestData }: Catalog): Group[] {
  const kinds = [...new Set(TestData.map(({ Kind }) => Kind))];
  return kinds.map((kind) => ({
    title: `Test data: ${kindNames[kind] ?? kind}`,
    columns: ['Value', 'Outcome'],
    rows: TestData.filter(({ Kind }) => Kind === kind).map(({ Value, Outcome }) =>
      row(`${Value} ${Outcome}`, copied(Value), Outcome),
    ),
  }));
}

interface StoreSubscription {
  readonly Id: string;
  readonly Status: string;
  readonly ProductId: string;
  readonly ExpiryDate: string;
}

function Stores({ catalog }: { readonly catalog: Catalog }) {
  const [made, setMade] = useState<object | undefined>(undefined);
  return (
    <section class="panel" aria-labelledby="stores-heading">
      <h2 id="stores-heading">App stores</h2>
      <p class="quiet">Receipts to send to POST /api/v1/ExternalSubscriptions/check.</p>
      <ul class="plain">
        {catalog.Receipts.map(({ Name, Type, Expect, Request }) => (
          <li>
            <span>
              {Type}: {Name} <span class="quiet">{Expect}</span>
            </span>
            <CopyButton text={JSON.stringify(Request, null, 2)} label={`Copy ${Name}`} />
          </li>
        ))}
      </ul>
      <p class="actions">
        {storeTypes.map((type) => (
          <Action
            label={`Buy in ${type}`}
            hint="Creates a receipt to paste into a check or an order."
            fields={[
              {
                name: 'Status',
                label: 'State',
                kind: 'select',
                value: 'Active',
                options: ['Trial', 'Active', 'Canceled', 'Expired', 'Refunded'].map(
                  (name) => [name, name] as const,
                ),
              },
            ]}
            request={({ Status: state }) => ({
              method: 'POST',
              path: `/sandbox/stores/${type}/receipts`,
              // A trial begins with the purchase.
              body: state === 'Trial' ? { Trial: { Quantity: 7, Unit: 'Day' } } : { Status: state },
            })}
            onDone={setMade}
          />
        ))}
      </p>
      {made !== undefined && (
        <>
          <Json value={made} />
          <CopyButton text={JSON.stringify(made, null, 2)} label="Copy receipt" />
        </>
      )}
      {storeTypes.map((type) => (
        <StoreSubscriptions type={type} />
      ))}
    </section>
  );
}

function StoreSubscriptions({ type }: { readonly type: string }) {
  const { data = [] } = useQuery<StoreSubscription[]>(`/sandbox/stores/${type}/subscriptions?take=100`, []);
  if (data.length === 0) return null;
  return (
    <>
      <h3>{type}</h3>
      <ul class="plain">
        {data.map(({ Id, Status: state, ProductId, ExpiryDate }) => (
          <li>
            <span>
              {state}{' '}
              <span class="quiet">
                {ProductId}, until {day(ExpiryDate)}
              </span>
            </span>
            <Action
              label={`Change ${Id.slice(-6)}`}
              hint="Changes the subscription in the store, and notifies the sandbox as the store would."
              fields={[
                {
                  name: 'Status',
                  label: 'State',
                  kind: 'select',
                  value: 'Canceled',
                  options: ['Active', 'Canceled', 'Expired', 'Refunded'].map((name) => [name, name] as const),
                },
              ]}
              request={({ Status: next }) => ({
                method: 'PATCH',
                path: `/sandbox/stores/${type}/subscriptions/${encodeURIComponent(Id)}`,
                body: { Status: next },
              })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
