export default async function ThankYou({ searchParams }) {
  const { contract } = await searchParams;
  return <h1>Subscribed: {contract}</h1>;
}
