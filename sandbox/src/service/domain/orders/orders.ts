/** Orders: pricing, creation, approval, completion. */
export { getOrder } from '../records/lookups.ts';
export { amountDue, completeOrder } from './order-completion.ts';
export { createOrder, previewOrder, previewSignup } from './order-creation.ts';
export { approveOrder, commitOrder, declineOrder, deleteOrder } from './order-decisions.ts';
export { orderView } from './order-view.ts';
