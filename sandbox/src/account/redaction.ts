/** What stands in the place of a secret. */
export const HIDDEN = '***';

/** A text without the secrets, which a service may have repeated. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, HIDDEN)), text);
}
