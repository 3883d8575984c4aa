import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAbiDirectory } from '#lib/evm/abi/sources/abi-directory.ts'

/*
 * ABI_DIR with many files: memory and time until the first contract's ABI is known, and after 1,000 others.
 * node --expose-gc tests/bench/abi-directory.ts [files]
 */

const files = Number(process.argv[2] ?? 20_000)
const functionsOfEach = 60
const addressAt = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`
const inputs = ['address', 'uint256', 'bytes'].map((type) => ({ name: `a_${type}`, type }))
const abi = (index: number) =>
  Array.from({ length: functionsOfEach }, (_, at) => ({
    type: 'function',
    name: `f${index}_${at}`,
    inputs,
    outputs: [],
  }))

const folder = mkdtempSync(join(tmpdir(), 'spyglass-abi-bench-'))
try {
  for (let index = 0; index < files; index++)
    writeFileSync(join(folder, `${addressAt(index)}.json`), JSON.stringify(abi(index)))
  const rssMb = () => {
    globalThis.gc?.()
    return Math.round(process.memoryUsage.rss() / 1e6)
  }
  const before = rssMb()
  const directory = createAbiDirectory(folder, console)
  const started = performance.now()
  await directory.learn(1, [addressAt(1)])
  const firstMs = Math.round(performance.now() - started)
  const isFound = directory.find(1, addressAt(1)) !== undefined
  const afterFirst = rssMb()
  for (let index = 0; index < 1_000; index++) await directory.learn(1, [addressAt((index * 17) % files)])
  console.table({ files, isFound, firstMs, rssMbBefore: before, rssMbAfterFirst: afterFirst, rssMbAfter1000: rssMb() })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
