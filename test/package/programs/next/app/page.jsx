// Rendered on the server: the price is in the page before any script runs.
import { configure, Signup } from 'clientlib';
import { Checkout } from './checkout.jsx';
import { cart, customer } from './shop.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  configure({ baseUrl: process.env.SERVICE_URL });
  const { Order } = await new Signup().preview(cart, customer);
  return (
    <main>
      <p>
        Server: {Order.TotalGross} {Order.Currency}
      </p>
      <Checkout />
    </main>
  );
}
