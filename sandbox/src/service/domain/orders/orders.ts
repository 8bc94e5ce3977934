/** Orders: pricing, creation, approval, completion. */
export type { OrderOptions } from '../catalogue/cart.ts';
export { getOrder } from '../records/lookups.ts';
export { amountDue, completeOrder, type OrderPayment } from './order-completion.ts';
export { createOrder, previewOrder, previewSignup } from './order-creation.ts';
export { approveOrder, commitOrder, declineOrder, deleteOrder } from './order-decisions.ts';
export { orderView } from './order-view.ts';
