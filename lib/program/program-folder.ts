import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nearestPackage = (folder: string): string => {
  if (existsSync(/* turbopackIgnore: true */ join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('The program was moved away from its package.json.')
  return nearestPackage(dirname(folder))
}

/**
 * The folder with the program's package.json, `lib` and `node_modules`. It is found from the place of this module, as sources and as a
 * bundle (of esbuild or of Next.js): a process may be started in any folder.
 */
export const programFolder = nearestPackage(dirname(fileURLToPath(import.meta.url)))
