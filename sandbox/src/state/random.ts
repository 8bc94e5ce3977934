import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded randomness. Same seed, same numbers; its state is part of a snapshot. */
export class Random {
  #generator: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: string) {
    this.#generator = xoroshiro128plus(hashOf(seed));
  }

  /** A whole number from 0 to 2^32 − 1. */
  word(): number {
    return this.#generator.next() >>> 0;
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return this.word() / 2 ** 32;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) bytes[at] = this.word() & 0xff;
    return bytes;
  }

  hex(digits: number): string {
    const words: string[] = [];
    while (words.length * 8 < digits) words.push(this.word().toString(16).padStart(8, '0'));
    // Joined, they are one string; as a sum it would keep its parts in memory beside it.
    return words.join('').slice(0, digits);
  }

  /** Random bytes as base64url without padding, the form of secrets and tokens. */
  base64url(count: number): string {
    const text = btoa(String.fromCharCode(...this.bytes(count)));
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  get state(): readonly number[] {
    return this.#generator.getState();
  }

  set state(state: readonly number[]) {
    this.#generator = xoroshiro128plusFromState(state);
  }
}

/** FNV-1a: a whole number for a text, such as the starting number of a seed. @param start the number of what comes before */
export function hashOf(text: string, start = 0x811c9dc5): number {
  let value = start;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value | 0;
}
