/** A text within HTML or XML. */
export const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string,
  );

/** A test case as CI servers show it. */
export interface JunitCase {
  readonly name: string;
  readonly failure?: { readonly message: string; readonly details: string };
}

/** The JUnit file of a suite. */
export function junit(suite: string, cases: readonly JunitCase[]): string {
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
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
