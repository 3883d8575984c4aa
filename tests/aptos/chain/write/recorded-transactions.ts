import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { nodeOf } from '#tests/aptos/chain/ingest/ledger-node.ts'
import type { Json } from '#tests/demo-recorder/aptos/write-set.ts'

const recordings = join('..', 'shared', 'recordings', 'aptos')

export const hasRecordings = existsSync(recordings)

/** The recorded transactions of a network in their order, one after another: a node never leaves a version out. */
export const recordedTransactions = (network: string): Json[] =>
  gunzipSync(readFileSync(join(recordings, network, 'transactions.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line): Json => JSON.parse(line).result)
    .toSorted((a, b) => Number(a.version) - Number(b.version))
    .map((transaction, index) => ({ ...transaction, version: String(index) }))

/** Indexes recorded transactions from a node that has them, and these resources of older state. */
export const indexRecorded = async (
  store: Store<AptosTables>,
  transactions: readonly Json[],
  contents: readonly ('digital_assets' | 'fungible_assets')[],
  resources?: ReadonlyMap<string, unknown>,
): Promise<void> => {
  const stop = new AbortController()
  const node = nodeOf({ one: { transactions, ...(resources && { resources }) } })
  const options = { name: 'mainnet', node, start: { at: 0 }, contents, pollMs: 5 } as const
  const done = indexNetwork(store, options, { log: { info: () => {}, warn: () => {} }, signal: stop.signal })
  while ((await readAptosIntervals(store.db, 4)).at(-1)?.last !== transactions.length - 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  stop.abort()
  await (await done).rereading
}
