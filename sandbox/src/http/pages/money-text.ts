/** An amount as people write it. */
export function moneyText(amount: number, currency: string, locale = 'en-IE'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}
