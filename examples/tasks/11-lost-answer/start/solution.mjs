export async function order(send, input) {
  return send('POST', '/orders', input);
}
