/** Repeats, but the service cannot see that it is the same sale. */
export async function order(send, input) {
  for (let left = 3; ; left -= 1) {
    try {
      return await send('POST', '/orders', input, { 'Idempotency-Key': crypto.randomUUID() });
    } catch (error) {
      if (error.status !== undefined || left === 0) throw error;
    }
  }
}
