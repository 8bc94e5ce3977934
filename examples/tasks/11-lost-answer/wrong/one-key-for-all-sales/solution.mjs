const headers = { 'Idempotency-Key': 'order' };

/** Every sale is the first one again. */
export async function order(send, input) {
  for (let left = 3; ; left -= 1) {
    try {
      return await send('POST', '/orders', input, headers);
    } catch (error) {
      if (error.status !== undefined || left === 0) throw error;
    }
  }
}
