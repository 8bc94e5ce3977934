/** Nobody is told that the service is gone. */
export async function order(send, input) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  for (;;) {
    try {
      return await send('POST', '/orders', input, headers);
    } catch (error) {
      if (error.status !== undefined) throw error;
    }
  }
}
