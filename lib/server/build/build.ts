import { once } from 'node:events'
import {
  currentBuild,
  finish,
  holdBuild,
  isFinished,
  lockBuilds,
  pagesOf,
  removeUnusedBuilds,
  shareCache,
  switchTo,
} from './builds.ts'
import { bundleProcesses } from './bundle-processes.ts'
import { setPagesFolder } from './pages-folder.ts'
import { runChild } from './run-child.ts'

/*
 * `npm run build`: makes the build of the sources as they are, unless it exists. One process builds at a time; another one that was
 * started meanwhile finds the build finished.
 */

/** Ten times what a build takes on two busy cores. */
const waitMsMax = 1_800_000

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

/** Sources that change while they are built are built again: a build has what its name says. */
const make = async (): Promise<string> => {
  const build = currentBuild()
  holdBuild(build)
  if (isFinished(build)) return build
  shareCache(build)
  setPagesFolder(pagesOf(build))
  const child = runChild('node_modules/next/dist/bin/next', ['build'], 'inherit')
  const [code] = await once(child, 'close')
  if (code !== 0) fail('The pages could not be built.')
  await bundleProcesses(build)
  if (currentBuild() !== build) return await make()
  finish(build)
  return build
}

const lock = lockBuilds(waitMsMax) ?? fail('Another build has not finished for half an hour.')
const build = await make()
switchTo(build, ['api-server', 'web', 'worker'])
removeUnusedBuilds(build)
lock.release()
