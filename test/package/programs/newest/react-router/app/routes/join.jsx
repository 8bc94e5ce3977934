import { configure, Signup as Prices } from 'clientlib';
import { Signup } from 'clientlib/react';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { settings } from '../../shop.js';

configure({ baseUrl: 'http://localhost:4400' });

export async function loader() {
  const { customer, planVariantId } = settings;
  const { Order } = await new Prices().preview({ planVariantId }, customer);
  return { price: Order.TotalGross };
}

export default function Join() {
  const { price } = useLoaderData();
  const [title, setTitle] = useState('Join');
  return (
    <>
      <h1>{title}</h1>
      <p>{`Server: ${price}`}</p>
      <Signup {...settings} onSignedup={({ ContractId }) => setTitle(`Subscribed: ${ContractId}`)} />
    </>
  );
}
