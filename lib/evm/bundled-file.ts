import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFolder } from '#lib/process/program-folder.ts'

/** A data file that is part of the program, by its path in `lib/evm`. */
export const bundledFile = (path: string): Buffer =>
  readFileSync(/* turbopackIgnore: true */ join(programFolder, 'lib/evm', path))
