// What a file, a service or a receiver sent reaches the terminal as text.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printable } from '../../../../sandbox/src/hosts/command/output.ts';
import { quoted } from '../../../../sandbox/src/served/test-code/literal.ts';

it('shows control characters, and keeps line breaks, tabs and every other character', () => {
  expect(printable('\u001b]0;evil\u0007\u009b2J\u007f\r\0')).toBe(
    '\ufffd]0;evil\ufffd\ufffd2J\ufffd\ufffd\ufffd',
  );
  const text = 'Ä\t🙂 مرحبا\n{"a":"\\\\u001b"}\n';
  expect(printable(text)).toBe(text);
});

it('is the only way from a command to the terminal, except for progress bars', () => {
  const folder = 'sandbox/src/hosts/command';
  const writers = readdirSync(folder).filter((file) =>
    /process\.std(out|err)\.write/.test(readFileSync(`${folder}/${file}`, 'utf8')),
  );
  expect(writers).toEqual(['output.ts']);
});

it('writes control characters in code as escapes', () => {
  expect(quoted("\u001b]0;\u0007\n\r\u2028\u009b'\t")).toBe("'\\u001b]0;\\u0007\\n\\r\\u2028\\u009b\\'\t'");
});
