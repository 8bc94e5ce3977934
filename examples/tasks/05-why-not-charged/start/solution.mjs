/** @returns {Promise<{ code?: string, owed: number }>} */
export async function why(service, emailAddress) {
  return { owed: 0 };
}
