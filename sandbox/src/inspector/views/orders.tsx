/** @jsxImportSource hono/jsx/dom */

import type { ShownCustomer as Customer } from '../../model/customer.ts';
import type { Order } from '../../model/order.ts';
import { type OrderStatus, openOrderStatuses, orderStatuses } from '../../model/statuses.ts';
import { Action } from '../parts/action.tsx';
import { DocumentLink, Empty, Facts, Id, Money, Status, Time } from '../parts/basic.tsx';
import { LineItems } from '../parts/line-items.tsx';
import { Detail, ListView, Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';

const committable: readonly OrderStatus[] = openOrderStatuses;

export function OrdersView() {
  return (
    <ListView<Order & { readonly Customer?: Customer }>
      name="orders"
      title="Orders"
      path="/api/v1/orders"
      collections={['orders']}
      choices={[{ name: 'status', label: 'Status', options: orderStatuses }]}
      columns={[
        {
          title: 'Created',
          cell: ({ CreatedAt }) => <Time at={CreatedAt} />,
          sortBy: ({ CreatedAt }) => CreatedAt,
        },
        { title: 'Type', cell: ({ OrderType }) => OrderType, sortBy: ({ OrderType }) => OrderType },
        {
          title: 'Status',
          cell: ({ Status: status }) => <Status value={status} />,
          sortBy: ({ Status: status }) => status,
        },
        { title: 'Id', cell: ({ Id: id }) => <Id value={id} />, isMinor: true },
        { title: 'Coupon', cell: ({ CouponCode }) => CouponCode ?? '', isMinor: true },
        {
          title: 'Gross',
          cell: ({ TotalGross, Currency }) => <Money amount={TotalGross} currency={Currency} />,
          sortBy: ({ TotalGross }) => TotalGross,
          isNumber: true,
        },
      ]}
      empty={
        <Empty title="No orders yet">
          <p>
            ClientLib makes one with each signup. Try it in the <a href="#/playground">playground</a>.
          </p>
        </Empty>
      }
      detail={(id) => <OrderDetail id={id} />}
    />
  );
}

function OrderDetail({ id }: { readonly id: string }) {
  const path = `/api/v1/orders/${id}`;
  const { data: order, error } = useQuery<
    Order & { readonly Customer?: { readonly FirstName?: string; readonly LastName?: string } }
  >(path, ['orders']);
  if (order === undefined) return <Detail title="Order" error={error} />;
  const isOpen = committable.includes(order.Status);
  const waitsForApproval = order.Status === 'ApprovalPending';
  return (
    <Detail title={`${order.OrderType} order`}>
      <p class="big">
        <Status value={order.Status} /> <Money amount={order.TotalGross} currency={order.Currency} />
      </p>
      <Facts
        facts={[
          { name: 'Id', value: <Id value={id} /> },
          order.Customer !== undefined && {
            name: 'Customer',
            value: `${order.Customer.FirstName ?? ''} ${order.Customer.LastName ?? ''}`,
          },
          order.ContractId !== undefined && {
            name: 'Contract',
            value: <DocumentLink collection="contracts" id={order.ContractId} />,
          },
          { name: 'Created', value: <Time at={order.CreatedAt} /> },
          order.CouponCode !== undefined && { name: 'Coupon', value: order.CouponCode },
        ]}
      />
      <LineItems items={order.LineItems ?? []} currency={order.Currency} />
      <Section title="Actions">
        <p class="actions">
          {isOpen && (
            <Action
              label="Commit"
              isMain
              hint="Without a payment by the customer: the contract pays on account."
              request={() => ({
                method: 'POST',
                path: `${path}/commit`,
                body: { PaymentMethod: 'InvoicePayment' },
              })}
              onDone={(contract: { Id: string }) => {
                location.hash = `#/contracts/${contract.Id}`;
              }}
            />
          )}
          {waitsForApproval && (
            <>
              <Action
                label="Approve"
                request={() => ({ method: 'POST', path: `${path}/approve`, body: {} })}
              />
              <Action
                label="Decline"
                isDanger
                request={() => ({ method: 'POST', path: `${path}/decline`, body: {} })}
              />
            </>
          )}
          {!isOpen && !waitsForApproval && <span class="quiet">The order is closed.</span>}
        </p>
      </Section>
    </Detail>
  );
}
