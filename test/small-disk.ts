import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of 8 MB in memory, for tests of a disk that is full. */
export interface SmallDisk {
  readonly path: string;
  /** Takes so many bytes away, until {@link makeRoom}. */
  fill(bytes: number): void;
  /** Takes all but so many bytes away, until {@link makeRoom}. */
  leave(bytes: number): void;
  makeRoom(): void;
  unmount(): void;
}

/** @returns `undefined` for a user who may not mount a disk; root may */
export function mountSmallDisk(): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: (bytes) => writeFileSync(ballast, Buffer.alloc(bytes)),
    leave(bytes) {
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes));
    },
    makeRoom: () => rmSync(ballast),
    unmount() {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** What the title of a test that needs such a disk ends with. */
export const unlessMounted = (disk: SmallDisk | undefined): string =>
  disk === undefined ? ' (skipped: this user may not mount a small disk; root may)' : '';
