import { findChain } from '#lib/evm/api/chains.ts'
import { createEraThreads, type EraProgress, type EraThreads, importEraFile } from '#lib/evm/chain/era/block-decoder.ts'
import { compareWithNodes } from '#lib/evm/chain/era/compare-with-nodes.ts'
import { openEraFile } from '#lib/evm/chain/era/era-file.ts'
import { eraPaths, readRoots, requireRoot } from '#lib/evm/chain/era/era-paths.ts'
import { becomeOnlyWriter, EraFault } from '#lib/evm/chain/era/rlp-items.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { counted } from '#lib/format/amount.ts'
import { refuseUnfinishedImports } from '#lib/store/parquet/store-source.ts'
import type { Store } from '#lib/store/store.ts'
import { databaseOf, openPlace, readConfig, runCommand } from './chain-command.ts'

/* Imports blocks from era1 and ere files. */

const usage = `Usage: npm run import-era -- <chain> <file or folder>… [--roots <file>]
  <chain>         stores their blocks in the index of this chain, where they are missing
  --roots <file>  refuses files whose accumulator root is not in this list: one in hex a line, from epoch 0 on
If NODE_URL_<CHAIN> is set, a file is refused whose last block is not the one of the node.`

const rootsFlag = '--roots'
const interruptedCode = 130
const printEveryMs = 2_000

const readArguments = () => {
  const words = process.argv.slice(2)
  const at = words.indexOf(rootsFlag)
  const [, roots] = at < 0 ? [] : words.splice(at, 2)
  const [name, ...given] = words
  const isWrong = (at >= 0 && roots === undefined) || words.some((word) => word.startsWith('--'))
  if (name === undefined || given.length === 0 || isWrong) throw new EraFault(usage)
  return { name, given, roots }
}

const chainOf = (name: string) => {
  const chain = findChain(name)
  if (chain === undefined) throw new EraFault(`${name} is not a known chain.`)
  if (chain.isDevnet) throw new EraFault(`${name} is a devnet: it has no era1 or ere files.`)
  return chain
}

/** Prints a line when there is something new, at most every two seconds. */
const createProgressLine = (name: string) => {
  const startedAt = performance.now()
  let printedAt = startedAt
  const perSecond = (count: number): number => Math.round((count * 1_000) / Math.max(1, performance.now() - startedAt))
  const line = ({ blocks, transactions, storedBefore }: EraProgress): string =>
    `${name}: ${counted(blocks, 'block')} and ${counted(transactions, 'transaction')} stored, ${storedBefore} stored before; ` +
    `${perSecond(blocks)} blocks/s, ${perSecond(transactions)} transactions/s`
  return {
    print: (progress: EraProgress) => console.log(line(progress)),
    note: (progress: EraProgress) => {
      if (performance.now() - printedAt < printEveryMs) return
      printedAt = performance.now()
      console.log(line(progress))
    },
  }
}

type Imported = {
  store: Store<EvmTables>
  chainId: number
  nodeUrls: readonly string[]
  threads: EraThreads
  signal: AbortSignal
}

const importFile = async (path: string, roots: readonly `0x${string}`[] | undefined, options: Imported) => {
  const file = await openEraFile(path)
  try {
    if (roots) requireRoot(file, roots)
    const { name, first, last, accumulator } = file
    const root = accumulator
      ? `accumulator ${accumulator} (${roots ? '' : 'not '}compared with a list)`
      : 'no accumulator'
    const place = await compareWithNodes(options.nodeUrls, file)
    console.log(`${name}: blocks ${first.number} to ${last.number}, ${root}; ${place}`)
    const line = createProgressLine(name)
    line.print(await importEraFile(options.store, file, { ...options, onProgress: line.note }))
  } catch (error) {
    throw error instanceof EraFault ? new EraFault(`${file.name}: ${error.message}`, { cause: error }) : error
  } finally {
    await file.close()
  }
}

const run = async (): Promise<void> => {
  const { name, given, roots: rootsPath } = readArguments()
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort())
  const config = readConfig()
  const chain = chainOf(name)
  const place = databaseOf(config, chain.name)
  const opened = await openPlace(place)
  const store = opened.withTables<EvmTables>()
  const threads = createEraThreads()
  try {
    await refuseUnfinishedImports(opened, (other) => databaseOf(config, other).url === place.url)
    const paths = await eraPaths(given)
    const roots = rootsPath === undefined ? undefined : await readRoots(rootsPath)
    const writer = await becomeOnlyWriter(opened, chain.name, { onEvicted: () => stopped.abort() })
    try {
      const nodeUrls = config.families.evm.nodes.flatMap((node) => (node.chain === chain.name ? node.urls : []))
      const options = { store, chainId: chain.id, nodeUrls, threads, signal: stopped.signal }
      for (const path of paths) if (!stopped.signal.aborted) await importFile(path, roots, options)
    } finally {
      await writer.close()
    }
    if (!stopped.signal.aborted) return
    console.error('spyglass: Interrupted. Run the command again to continue.')
    process.exitCode = interruptedCode
  } finally {
    await threads.close()
    await store.close()
  }
}

await runCommand(run, [EraFault])
