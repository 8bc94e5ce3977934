import { appendFile, readFile, rm } from 'node:fs/promises';
import { boundedJson } from '../../clients/account/bounded-json.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import { writeWhole } from './whole-file.ts';

/**
 * What a run has read, beside the file that it writes: an interrupted one goes on from there. One JSON text a line, which is
 * appended, so that a long list is not written again for each page. It holds no secret.
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

  /** What a run of the same account has left. The line at which it was interrupted does not count. */
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
