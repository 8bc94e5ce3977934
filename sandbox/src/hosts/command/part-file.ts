import { appendFile, readFile, rm } from 'node:fs/promises';
import { boundedJson } from '../../clients/account/bounded-json.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import { writeWhole } from './whole-file.ts';

/**
 * The lists that a run has read, next to the file that it writes; an interrupted run resumes from it. Each line is one
 * JSON text and is appended, so that a long list is not rewritten for each page. It contains no secret.
 */
export class PartFile<Line> {
  readonly file: string;
  readonly #option: string;
  readonly #head: string;
  #isBegun = false;

  /** @param option that names the file, for messages @param of the account that is read */
  constructor(option: string, out: string, of: { readonly From: string; readonly ClientId: string }) {
    this.#option = option;
    this.file = `${out}.part`;
    this.#head = `${JSON.stringify(of)}\n`;
  }

  /** Returns the lines that an earlier run of the same account left, without an incomplete last line. */
  async read(): Promise<Line[]> {
    const text = await readFile(this.file, 'utf8').catch(() => '');
    if (!text.startsWith(this.#head)) return [];
    const whole = text.slice(this.#head.length, text.lastIndexOf('\n') + 1);
    await this.#begin(whole);
    return whole
      .split('\n')
      .slice(0, -1)
      .map((line) => boundedJson(line, this.file) as Line);
  }

  async add(line: Line): Promise<void> {
    if (!this.#isBegun) await this.#begin('');
    await appendFile(this.file, `${JSON.stringify(line)}\n`).catch((error: Error) => {
      throw new AccountError(`${this.#option}: ${this.file} cannot be written: ${error.message}.`);
    });
  }

  remove(): Promise<void> {
    return rm(this.file, { force: true });
  }

  async #begin(lines: string): Promise<void> {
    await writeWhole(this.#option, this.file, this.#head + lines);
    this.#isBegun = true;
  }
}
