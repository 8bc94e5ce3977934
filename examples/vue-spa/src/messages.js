const words = {
  BearerInvalid: 'Your bank declined this payment. Please try another card or method.',
  BearerExpired: 'This card has expired. Please use another one.',
  InsufficientBalance: 'There is not enough money on this account.',
  '3DsProblem': 'Your bank could not confirm that it is you. Please try again, or use another card.',
  Aborted: 'The payment was canceled. You can try again.',
};

/** What a customer reads. Without words of its own a page shows `error.details || error.errorMessage`. */
export function inWords(error) {
  const otherwise = error.retryable
    ? 'We could not reach the payment service. Please try again in a moment; you are not charged twice.'
    : 'That did not work. Please try another card or method.';
  return words[error.errorCode?.[0]] ?? otherwise;
}
