/** Parts that a page loads when it has their element; for script tags, files beside the script. */
export const parts = {
  declaration: () => import('./declarations/declaration-part.ts'),
  portal: () => import('./portal/portal-run.ts'),
  pricing: () => import('./pricing/price-table.ts'),
};
