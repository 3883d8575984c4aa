import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A build of Next.js has a package.json of its own, but no `lib`. */
const isProgram = (folder: string): boolean =>
  ['package.json', 'lib'].every((name) => existsSync(/* turbopackIgnore: true */ join(folder, name)))

const programAbove = (folder: string): string => {
  if (isProgram(folder)) return folder
  if (dirname(folder) === folder) throw new Error('The program was moved away from its package.json.')
  return programAbove(dirname(folder))
}

/**
 * The folder with the program's package.json, `lib` and `node_modules`. It is found from the place of this module, as sources and as a
 * bundle (of esbuild or of Next.js): a process may be started in any folder.
 */
export const programFolder = programAbove(dirname(fileURLToPath(import.meta.url)))
