import { budgets } from '../../service/model/budgets.ts';

/** Characters that are invalid in XML, such as terminal colors. */
const NOT_OF_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text within HTML or XML. */
export const escaped = (text: string): string =>
  text
    .replace(NOT_OF_XML, '\ufffd')
    .replace(
      /[&<>"]/g,
      (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string,
    );

/** A text of a report, cut at its budget. */
export function within(text: string): string {
  const more = text.length - budgets.reportText;
  return more <= 0 ? text : `${text.slice(0, budgets.reportText)}… (${more} more characters)`;
}

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: light-dark(#fff, #161a19); color: light-dark(#1a2421, #e4ebe8); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; margin-top: 2rem; overflow-wrap: anywhere; }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: .5rem; background: light-dark(#f2f5f4, #222927); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid light-dark(#d5dcd9, #3a4441); }
.right { color: light-dark(#0b6e4f, #5cd0a5); } .wrong { color: light-dark(#a8201a, #ff9c94); font-weight: 600; }
@media (max-width: 40rem) { thead { display: none; } td { display: block; border: 0; padding: 0; } tr { display: block; padding: .5rem 0; border-bottom: 1px solid light-dark(#d5dcd9, #3a4441); } }`;

/** Returns a self-contained page that can be saved as a file. @param content HTML */
export const page = (title: string, content: readonly string[]): string =>
  [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>`,
    `<style>${STYLE}</style></head><body><h1>${title}</h1>`,
    ...content,
    '</body></html>',
    '',
  ].join('\n');

/** A test case in the format of CI servers. */
export interface JunitCase {
  readonly name: string;
  readonly failure?: { readonly message: string; readonly details: string };
}

/** Returns the JUnit file of a suite. @param output text to show with the cases */
export function junit(suite: string, cases: readonly JunitCase[], output?: string): string {
  const counts = `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== undefined).length}"`;
  const lines = cases.map(({ name, failure }) => {
    const opened = `    <testcase classname="${suite}" name="${escaped(name)}"`;
    if (failure === undefined) return `${opened}/>`;
    return `${opened}>\n      <failure message="${escaped(failure.message)}">${escaped(failure.details)}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${suite}" ${counts}>`,
    ...lines,
    ...(output === undefined ? [] : [`    <system-out>${escaped(output)}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
