import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The declarations of `public-signatures.txt`, such as `function publicMint()`. */
export const publicSignatures = (): string[] =>
  readFileSync(join(import.meta.dirname, 'public-signatures.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
