import { bundleProcesses } from '#lib/build/bundle-processes.ts'

/** The processes that tests start, bundled from the sources as they are: Vitest's global setup, which each of its projects calls. */
export const setup = async (): Promise<void> => {
  isBundled ??= bundleProcesses()
  await isBundled
}

let isBundled: Promise<void> | undefined
