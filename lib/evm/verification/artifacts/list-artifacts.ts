import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type FoundFile = { path: string; changedAt: number; size: number }

const filesMax = 20_000
const depthMax = 12
/** Folders of the tools that hold no contracts. */
const skipped = new Set(['build-info', 'cache', 'node_modules'])
const notArtifact = /\.(dbg|metadata|abi|bin)\.json$|^(artifacts|solidity-files-cache)\.json$/

/** The JSON files in a folder of artifacts, without those that are something else by their name. */
export const listArtifacts = async (
  folder: string,
  fault: (path: string, problem: string) => void,
): Promise<FoundFile[]> => {
  const found: FoundFile[] = []
  const listFolder = async (path: string, depth: number): Promise<void> => {
    const inner: string[] = []
    try {
      for await (const entry of await opendir(path, { bufferSize: 500 })) {
        if (entry.isDirectory() && !skipped.has(entry.name) && depth < depthMax) inner.push(entry.name)
        if (!entry.isFile() || !entry.name.endsWith('.json') || notArtifact.test(entry.name)) continue
        if (found.length >= filesMax) return fault(path, `has more than ${filesMax} files: the rest is ignored`)
        const file = join(path, entry.name)
        const facts = await stat(file).catch(() => undefined)
        if (facts) found.push({ path: file, changedAt: facts.mtimeMs, size: facts.size })
      }
    } catch (error) {
      // A build empties its folder first.
      if (!isMissing(error)) fault(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (const name of inner) await listFolder(join(path, name), depth + 1)
  }
  await listFolder(folder, 0)
  return found
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
