import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { eraBlocksMax } from './accumulator.ts'
import type { EraFile } from './era-file.ts'
import { EraFault } from './rlp-items.ts'

/** The files named, and those of the folders named, by name: epochs have leading zeros. @throws EraFault */
export const eraPaths = async (given: readonly string[]): Promise<string[]> => {
  const paths: string[] = []
  for (const path of given) {
    const found = await stat(path).catch((cause) => {
      throw new EraFault(`${path}: it cannot be read`, { cause })
    })
    if (!found.isDirectory()) {
      paths.push(path)
      continue
    }
    const names = (await readdir(path)).filter((name) => /\.(era1|ere)$/.test(name)).sort()
    if (names.length === 0) throw new EraFault(`${path}: it has no files named *.era1 or *.ere`)
    paths.push(...names.map((name) => join(path, name)))
  }
  return paths
}

/** The accumulator roots that the operator trusts: one a line, from epoch 0 on. @throws EraFault */
export const readRoots = async (path: string): Promise<Hex[]> => {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new EraFault(`${path}: it cannot be read`, { cause })
  })
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const root = `0x${line.trim().toLowerCase().replace(/^0x/, '')}`
      if (isHex(root) && /^0x[0-9a-f]{64}$/.test(root)) return root
      throw new EraFault(`${path}: line ${index + 1} is not a root of 32 bytes in hex`)
    })
}

/** @throws EraFault unless the file has the root of its epoch */
export const requireRoot = ({ first, accumulator }: EraFile, roots: readonly Hex[]): void => {
  const expected = roots[first.number / eraBlocksMax]
  if (accumulator === undefined) throw new EraFault('it has no accumulator that the list could name')
  if (expected === undefined) throw new EraFault(`the list has no root for blocks from ${first.number} on`)
  if (expected !== accumulator) throw new EraFault(`its accumulator is ${accumulator}, and the list has ${expected}`)
}
