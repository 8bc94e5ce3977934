import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AccountError } from '../../clients/account/service-url.ts';
import { exploreModule } from '../node/explore-module.ts';
import { print } from './output.ts';

export interface ExploreCommand {
  /** A module that exports `scenario` and `options`. */
  readonly file: string;
  readonly workers: number;
  readonly junit?: string;
  readonly html?: string;
}

/** Explores a module and prints the report. @returns 1 if a check failed @throws AccountError */
export async function runExplore({ file, workers, junit, html }: ExploreCommand): Promise<0 | 1> {
  const path = resolve(file);
  await access(path).catch(() => {
    throw new AccountError(`explore: ${path} does not exist. Paths are relative to the current folder.`);
  });
  const { href } = pathToFileURL(path);
  const module = await import(href);
  if (typeof module.scenario !== 'function' || typeof module.options !== 'object')
    throw new AccountError(
      `explore: ${file} must export scenario, a function, and options: export const options = { months: 3, check() {} }.`,
    );
  const report = await exploreModule(href, { workers });
  print(report.text);
  if (junit !== undefined) await writeFile(junit, report.junit);
  if (html !== undefined) await writeFile(html, report.html);
  return report.failures.length === 0 ? 0 : 1;
}
