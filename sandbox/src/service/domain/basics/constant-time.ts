/** Compares two secrets in a time that does not depend on where they differ. */
export function timingSafeEqual(given: string, expected: string): boolean {
  const a = new TextEncoder().encode(given);
  const b = new TextEncoder().encode(expected);
  let difference = a.length ^ b.length;
  for (let at = 0; at < b.length; at += 1)
    difference |= (a[at % Math.max(1, a.length)] ?? 0) ^ (b[at] as number);
  return difference === 0;
}
