import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { linkPackages } from './node.ts';

/** Gives a folder of a user the installed package and React 18 beside it, in place of the React of all other folders. */
export async function useReact18(folder: string): Promise<void> {
  // A copy, as a package finds its React from where it is.
  await cp(join(inject('consumer'), 'node_modules/clientlib'), join(folder, 'node_modules/clientlib'), {
    recursive: true,
  });
  await linkPackages(['react', 'react-dom', 'scheduler', '@types'], 'test/compat/react-18', folder);
}
