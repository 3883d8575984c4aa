import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A data file that is part of the program, by its path in `lib/evm`. A bundler may move this module away from its files; they are
 * then found from the project's root, where every process is started.
 */
export const bundledFile = (path: string): Buffer => {
  const beside = import.meta.dirname ? join(import.meta.dirname, path) : undefined
  const found = beside && existsSync(beside) ? beside : join(/* turbopackIgnore: true */ process.cwd(), 'lib/evm', path)
  return readFileSync(/* turbopackIgnore: true */ found)
}
