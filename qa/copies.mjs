import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.demo', '.bench', '.types', 'coverage']);

/** Runs `work` with `count` copies of the checkout at `root`, in temporary folders that are gone afterwards. */
export async function withCopies(root, count, work) {
  const copies = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'leasegate-copy-')));
  try {
    for (const copy of copies) {
      cpSync(root, copy, { recursive: true, filter: (source) => !NOT_COPIED.has(basename(source)) });
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    }
    return await work(copies);
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
}
