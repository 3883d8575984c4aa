import { buildIsCurrent } from '#lib/build/build-state.ts'
import { bundleProcesses } from '#lib/build/bundle-processes.ts'

/**
 * The processes that tests start, bundled from the sources as they are: Vitest's global setup, which each of its projects calls. After
 * a build there is nothing to do, and servers that several files share may be running from it.
 */
export const setup = async (): Promise<void> => {
  isBundled ??= buildIsCurrent().then((isCurrent) => (isCurrent ? undefined : bundleProcesses()))
  await isBundled
}

let isBundled: Promise<void> | undefined
