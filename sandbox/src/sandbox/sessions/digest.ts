import type { Snapshot } from '../../service/core/core.ts';
import { isSecret } from '../../service/http/wire/redacted-body.ts';
import { hashText } from '../../service/state/random.ts';

/** Collections of keys and of documents that contain them: replaced if a session starts with an existing state. */
const KEYS = new Set(['accessTokens', 'selfServiceTokens', 'downloadLinks', 'idempotentAnswers']);

/** A 16-digit hash of a text. It detects differences, and protects no secret. */
export function computeDigest(text: string): string {
  const words = [hashText(text), hashText(text, 0x9747b28c)];
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A 16-digit hash of a state, without keys and secrets. */
export function digestOfState({ Collections, Clock }: Snapshot): string {
  const shown = Object.entries(Collections).filter(([name]) => !KEYS.has(name));
  return computeDigest(JSON.stringify([Clock, shown], (name, value) => (isSecret(name) ? undefined : value)));
}
