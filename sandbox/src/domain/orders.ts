/** Orders: priced, made, decided on, completed. */
export type { OrderOptions } from './cart.ts';
export { orderOf } from './lookups.ts';
export { amountDue, completeOrder, type OrderPayment } from './order-completion.ts';
export { createOrder, previewOrder } from './order-creation.ts';
export { approveOrder, commitOrder, declineOrder, deleteOrder } from './order-decisions.ts';
export { showOrder } from './order-record.ts';
