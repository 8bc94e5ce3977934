/** @jsxImportSource hono/jsx/dom */

import type { Order } from '../../../service/model/order.ts';
import { type OrderStatus, openOrderStatuses, orderStatuses } from '../../../service/model/statuses.ts';
import { orderedBy } from '../names.ts';
import { Action } from '../parts/action.tsx';
import { Copied, DocumentLink, Empty, Facts, Money, Status, Time } from '../parts/basic.tsx';
import { LineItems } from '../parts/line-items.tsx';
import { Detail, ListView, Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';

const committable: readonly OrderStatus[] = openOrderStatuses;

export function OrdersView() {
  return (
    <ListView<Order>
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
        {
          title: 'Customer',
          cell: (order) => <OrderedBy order={order} />,
          sortBy: orderedBy,
          isLong: true,
        },
        { title: 'Plan', cell: ({ PlanVariantName }) => PlanVariantName ?? '', isMinor: true },
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
            ClientLib creates an order for each signup. Try it in the <a href="#/playground">playground</a>.
          </p>
        </Empty>
      }
      detail={(id) => <OrderDetail id={id} />}
    />
  );
}

/** The customer who signs up, or the one of the contract that the order changes. */
function OrderedBy({ order }: { readonly order: Order }) {
  if (order.Customer !== undefined) return orderedBy(order);
  return <DocumentLink collection="customers" id={order.CustomerId} />;
}

function OrderDetail({ id }: { readonly id: string }) {
  const path = `/api/v1/orders/${id}`;
  const { data: order, error } = useQuery<Order>(path, ['orders']);
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
          { name: 'Id', value: <Copied text={id} /> },
          { name: 'Customer', value: <OrderedBy order={order} /> },
          order.ContractId !== undefined && {
            name: 'Contract',
            value:
              order.Status === 'Completed' || order.Customer === undefined ? (
                <DocumentLink collection="contracts" id={order.ContractId} />
              ) : isOpen || waitsForApproval ? (
                'Created when the order is completed'
              ) : (
                'None: the order was not completed'
              ),
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
              hint="Completes the order without a payment. The customer pays on account, by bank transfer."
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
                hint="Completes the order: its contract starts, and the payment is collected."
                request={() => ({ method: 'POST', path: `${path}/approve`, body: {} })}
              />
              <Action
                label="Decline"
                isDanger
                hint="Rejects the order. No contract starts, and a reserved amount is released."
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
