/** @jsxImportSource hono/jsx/dom */

import type { Contract } from '../../../service/model/contract.ts';
import type { ShownCustomer as Customer } from '../../../service/model/customer.ts';
import { Action } from '../parts/action.tsx';
import { Copied, DocumentLink, Empty, Facts, Mark, Money, Status, Time } from '../parts/basic.tsx';
import { Detail, ListView, Related, Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';

export function CustomersView() {
  return (
    <ListView<Customer>
      name="customers"
      title="Customers"
      path="/api/v1/customers"
      collections={['customers']}
      choices={[{ name: 'statusFilter', label: 'Status', options: ['Normal', 'Unconfirmed', 'Deleted'] }]}
      columns={[
        {
          title: 'Name',
          cell: ({ CustomerName }) => CustomerName,
          sortBy: ({ CustomerName }) => CustomerName,
          isLong: true,
        },
        {
          title: 'E-mail',
          cell: ({ EmailAddress }) => EmailAddress,
          sortBy: ({ EmailAddress }) => EmailAddress,
          isLong: true,
        },
        {
          title: 'Country',
          cell: ({ Address }) => Address['Country'] ?? '',
          sortBy: ({ Address }) => Address['Country'] ?? '',
        },
        { title: 'Your id', cell: ({ ExternalCustomerId }) => ExternalCustomerId ?? '', isMinor: true },
        {
          title: 'Created',
          cell: ({ CreatedAt }) => <Time at={CreatedAt} />,
          sortBy: ({ CreatedAt }) => CreatedAt,
          isMinor: true,
        },
      ]}
      empty={
        <Empty title="No customers yet">
          <p>A signup creates a customer, and so does POST /api/v1/customers.</p>
          <NewCustomer />
        </Empty>
      }
      actions={<NewCustomer />}
      detail={(id) => <CustomerDetail id={id} />}
    />
  );
}

function NewCustomer() {
  return (
    <Action
      label="New customer"
      hint="Creates a customer without a contract."
      fields={[
        { name: 'FirstName', label: 'First name', kind: 'text', value: 'Ada' },
        { name: 'LastName', label: 'Last name', kind: 'text', value: 'Lovelace' },
        { name: 'EmailAddress', label: 'E-mail', kind: 'text', value: 'ada@example.com' },
        { name: 'Country', label: 'Country', kind: 'text', value: 'DE' },
      ]}
      request={({ Country, ...names }) => ({
        method: 'POST',
        path: '/api/v1/customers',
        body: { ...names, Address: { Country } },
      })}
      onDone={(customer: Customer) => {
        location.hash = `#/customers/${customer.Id}`;
      }}
    />
  );
}

function CustomerDetail({ id }: { readonly id: string }) {
  const path = `/api/v1/customers/${id}`;
  const { data: customer, error } = useQuery<Customer>(path, ['customers']);
  const { data: contracts = [] } = useQuery<Contract[]>(`/api/v1/contracts?customerId=${id}&take=500`, [
    'contracts',
  ]);
  if (customer === undefined) return <Detail title="Customer" error={error} />;
  const { CustomerName, CustomerSubName, EmailAddress, Address, VatId, ExternalCustomerId, IsLocked } =
    customer;
  return (
    <Detail title={CustomerName}>
      {IsLocked && <Mark meaning="fail">Locked</Mark>}
      <Facts
        facts={[
          { name: 'Id', value: <Copied text={id} /> },
          CustomerSubName !== '' && { name: 'Person', value: CustomerSubName },
          { name: 'E-mail', value: EmailAddress },
          {
            name: 'Address',
            value: [
              Address['Street'],
              Address['HouseNumber'],
              Address['PostalCode'],
              Address['City'],
              Address['Country'],
            ]
              .filter(Boolean)
              .join(' '),
          },
          VatId !== undefined && { name: 'VAT id', value: VatId },
          ExternalCustomerId !== undefined && { name: 'Your id', value: ExternalCustomerId },
          { name: 'Created', value: <Time at={customer.CreatedAt} /> },
        ]}
      />
      <Section title="Contracts">
        {contracts.length === 0 && <p class="quiet">No contracts.</p>}
        <ul class="plain">
          {contracts.map(({ Id: contract, ReferenceCode, LifecycleStatus, Balance, Currency }) => (
            <li>
              <DocumentLink collection="contracts" id={contract}>
                {ReferenceCode}
              </DocumentLink>
              <Status value={LifecycleStatus} />
              <Money amount={Balance} currency={Currency} />
            </li>
          ))}
        </ul>
      </Section>
      <Related id={id} />
      <Section title="Actions">
        <p class="actions">
          <Action
            label={IsLocked ? 'Unlock' : 'Lock'}
            hint={
              IsLocked
                ? 'Charges the open balance, and allows full self-service again.'
                : 'A locked customer is not charged. In self-service, they can only read and cancel.'
            }
            request={() => ({ method: 'PATCH', path, body: { IsLocked: !IsLocked } })}
          />
          <Action
            label="Change e-mail"
            hint="Mails and invoices go to the new address from now on."
            fields={[{ name: 'EmailAddress', label: 'E-mail', kind: 'text', value: EmailAddress }]}
            request={(body) => ({ method: 'PATCH', path, body })}
          />
          <Action
            label="Delete"
            isDanger
            hint="Deletes the customer. A customer with a contract that has not ended cannot be deleted."
            request={() => ({ method: 'DELETE', path })}
          />
        </p>
      </Section>
    </Detail>
  );
}
