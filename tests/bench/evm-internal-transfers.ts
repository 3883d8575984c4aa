/*
 * What it costs to keep internal transfers, on recorded mainnet blocks: the node's answer for a block, the share of its frames
 * that move a value, the rows and bytes stored, and the time beside that of indexing the same blocks, all into SQLite in one
 * run. The node's own time is left out: its answers come from memory.
 *
 *   node tests/bench/evm-internal-transfers.ts [folder of recorded blocks]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isFields } from '#lib/base/is-fields.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'

import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'

import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { keepInternalTransfers, untracedBlocks } from '#lib/evm/trace/keep-internal-transfers.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { readRecordedBlocks, recordedFolder, traceMethods } from './support/recorded-blocks.ts'

const chain = 1
const turns = 3
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))

const { answers, numbers, node } = readRecordedBlocks(process.argv[2] ?? recordedFolder)

/** Every call below a transaction's own, and how many of them name a value. */
const countFrames = (method: string, text: string): { frames: number; withValue: number } => {
  const values: unknown[] = []
  const walk = (frame: unknown): void => {
    if (!isFields(frame) || !Array.isArray(frame.calls)) return
    for (const call of frame.calls) {
      const isInherited = call.type === 'DELEGATECALL' || call.type === 'CALLCODE'
      values.push(isInherited ? '0x0' : call.value)
      walk(call)
    }
  }
  for (const item of JSON.parse(text))
    if (method === 'debug_traceBlockByNumber') walk(item.result)
    else if (item.type !== 'reward' && item.traceAddress.length > 0) {
      const { callType, value, balance } = item.action
      values.push(callType === 'delegatecall' || callType === 'callcode' ? '0x0' : (value ?? balance))
    }
  const withValue = values.filter((value) => typeof value === 'string' && BigInt(value) > 0n).length
  return { frames: values.length, withValue }
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const openEmpty = async (): Promise<{ store: Store<EvmTables>; file: string }> => {
  const file = join(folder, `${crypto.randomUUID()}.db`)
  const store = await openStore<EvmTables>(`sqlite:${file}`)
  await migrate(store, evmMigrations)
  return { store, file }
}

const index = async (store: Store<EvmTables>): Promise<void> => {
  const reader = createEvmReader(createPool([node]), { finalityBlocks: 65 })
  const head = { latest: numbers.at(-1) ?? 0, finalized: 0 }
  for (const number of numbers)
    await createEvmRangeIndex(store, chain).appendRange(await reader.blocks(number, number), head)
}

const trace = async (store: Store<EvmTables>): Promise<void> => {
  const stop = new AbortController()
  const log = { info: () => {}, warn: ({ err }: { err?: unknown }) => console.error(err) }
  const done = keepInternalTransfers(store, chain, createPool([node]), log, stop.signal, { pollMs: 5 })
  while ((await untracedBlocks(store.db, chain, [], 1)).length > 0) await new Promise((next) => setTimeout(next, 5))
  stop.abort()
  await done
}

const bytesOf = async ({ store, file }: Awaited<ReturnType<typeof openEmpty>>): Promise<number> => {
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
  return statSync(file).size
}

const indexSeconds: number[] = []
const traceSeconds: number[] = []
let rows = 0
let frameRows = 0
let storedBytes = 0
let indexedBytes = 0
for (let turn = 0; turn < turns; turn++) {
  const opened = await openEmpty()
  const startedAt = performance.now()
  await index(opened.store)
  const indexedAt = performance.now()
  indexedBytes = await bytesOf(opened)
  const tracingAt = performance.now()
  await trace(opened.store)
  indexSeconds.push((indexedAt - startedAt) / 1_000)
  traceSeconds.push((performance.now() - tracingAt) / 1_000)
  storedBytes = (await bytesOf(opened)) - indexedBytes
  const countOf = async (table: 'evm_internal_transfers' | 'evm_internal_frames'): Promise<number> => {
    const { db } = opened.store
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    return Number(rows[0]?.count)
  }
  rows = await countOf('evm_internal_transfers')
  frameRows = await countOf('evm_internal_frames')
  await opened.store.close()
}
rmSync(folder, { recursive: true, force: true })

console.table(
  traceMethods.map((method) => {
    const traced = [...answers].filter(([key]) => key.startsWith(`${method} `)).map(([, text]) => text)
    const frames = traced.map((text) => countFrames(method, text))
    const all = frames.reduce((sum, one) => sum + one.frames, 0)
    const withValue = frames.reduce((sum, one) => sum + one.withValue, 0)
    return {
      method,
      blocks: traced.length,
      'answer kB, mean': rounded(mean(traced.map(({ length }) => length)) / 1_000, 0),
      'answer kB, largest': rounded(Math.max(...traced.map(({ length }) => length)) / 1_000, 0),
      'frames a block': rounded(all / traced.length, 0),
      'frames with a value': withValue,
      'of zero value, %': rounded(100 - (100 * withValue) / all),
    }
  }),
)
const [indexing, tracing] = [Math.min(...indexSeconds), Math.min(...traceSeconds)]
console.table({
  blocks: numbers.length,
  'rows of transfers a block': rounded(rows / numbers.length),
  'frames a block': rounded(frameRows / numbers.length),
  'stored bytes a block': rounded(storedBytes / numbers.length, 0),
  'of the index, %': rounded((100 * storedBytes) / indexedBytes),
  'indexing, ms a block': rounded((1_000 * indexing) / numbers.length),
  'tracing besides, ms a block': rounded((1_000 * tracing) / numbers.length),
})
