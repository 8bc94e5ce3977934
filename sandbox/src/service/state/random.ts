import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Number of words drawn at a time. */
const POOL = 256;

/**
 * Randomness. With a seed: same seed, same numbers, and its state is part of a snapshot. Without one: unpredictable
 * numbers of the platform's cryptographic generator, without a state.
 */
export class Random {
  #generator: ReturnType<typeof xoroshiro128plus> | undefined;
  #pool: Uint32Array<ArrayBuffer> | undefined;
  #used = POOL;
  /** Number of drawn values. */
  drawn = 0;

  constructor(seed?: string) {
    this.#generator = seed === undefined ? undefined : xoroshiro128plus(hashText(seed));
  }

  /** A whole number from 0 to 2^32 − 1. */
  word(): number {
    this.drawn += 1;
    return this.#generator === undefined ? this.#realWord() : this.#generator.next() >>> 0;
  }

  #realWord(): number {
    this.#pool ??= new Uint32Array(POOL);
    if (this.#used === POOL) {
      crypto.getRandomValues(this.#pool);
      this.#used = 0;
    }
    const word = this.#pool[this.#used] as number;
    this.#used += 1;
    return word;
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return this.word() / 2 ** 32;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** @param words number of random words to draw; each has up to four bytes */
  bytes(count: number, words = count): Uint8Array {
    const drawn = Array.from({ length: words }, () => this.word());
    return Uint8Array.from({ length: count }, (_, at) => {
      const word = drawn[at % words] as number;
      return word >>> (8 * Math.floor(at / words));
    });
  }

  hex(digits: number): string {
    const words: string[] = [];
    while (words.length * 8 < digits) words.push(this.word().toString(16).padStart(8, '0'));
    // Joined into one string; concatenation would keep the parts in memory as well.
    return words.join('').slice(0, digits);
  }

  /** Random bytes as base64url without padding, the format of secrets and tokens. */
  base64url(count: number, words = count): string {
    const text = btoa(String.fromCharCode(...this.bytes(count, words)));
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  /** Returns the state of a seeded generator; empty without a seed. */
  get state(): readonly number[] {
    return this.#generator?.getState() ?? [];
  }

  set state(state: readonly number[]) {
    this.#generator = state.length === 0 ? undefined : xoroshiro128plusFromState(state);
  }
}

/** FNV-1a: an integer hash of a text, for example of a seed. @param start the hash of the preceding text */
export function hashText(text: string, start = 0x811c9dc5): number {
  let value = start;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value | 0;
}
