import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allFaults, planted } from '../faults/faults.mjs';

describe('a fault of test/faults', () => {
  it('has a unique name', () => {
    const names = allFaults.map(({ id }) => id);
    expect(names.toSorted()).toEqual([...new Set(names)].sort());
  });

  it.each(allFaults)('$id can be planted, and its nearest tests exist', (fault) => {
    const text = readFileSync(fault.file, 'utf8');
    expect(planted(fault, text)).not.toBe(text);
    expect(fault.tests.filter((path) => !existsSync(path))).toEqual([]);
  });
});
