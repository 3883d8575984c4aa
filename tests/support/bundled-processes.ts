import { currentBuild, holdBuild, removeUnusedBuilds } from '#lib/server/build/builds.ts'
import { bundleProcesses } from '#lib/server/build/bundle-processes.ts'
import { testBuild } from './built-process.ts'

/**
 * The processes that tests start, bundled from the sources as they are unless they are built: Vitest's global setup, which each of its
 * projects calls.
 */
export const setup = async (): Promise<void> => {
  isBundled ??= bundle()
  await isBundled
}

let isBundled: Promise<void> | undefined

const bundle = async (): Promise<void> => {
  const build = currentBuild()
  holdBuild(build)
  await bundleProcesses(build)
  removeUnusedBuilds(build)
  process.env[testBuild] = build
}
