import type { KyselyPlugin } from 'kysely'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { createEvmExplorerService, createEvmService, type EvmServiceOptions } from '#lib/evm/family/service.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'

export const chainId = 1
export const head = { latest: 1_000, finalized: 900 }
const servedChains = createServedChains([{ name: 'polygon' }, { name: 'eth' }])

/** The services over a store, which serves polygon and eth; eth is indexed from block 0. */
export const evmServices = (store: Store<EvmTables>, options: Partial<EvmServiceOptions> = {}) => {
  const cursors = createCursors(new Uint8Array(32))
  const stateReads = createStateReads()
  const all = { store, served: servedChains, cursors, stateReads, now: () => 1_700_000_000_000, ...options }
  return {
    index: createEvmIndex(store, chainId, { from: 0 }),
    ranges: createEvmRangeIndex(store, chainId),
    evm: createEvmService(all),
    explorer: createEvmExplorerService(all),
  }
}

type WalletInput = Input<(typeof evmApi)['walletTransactions']>

/** Parameters of a wallet's transactions as they come out of a request. */
export const walletInput = (address: string, raw: Record<string, unknown> = {}): WalletInput =>
  parseInput(evmApi.walletTransactions, { address, ...raw })

/** Index status as web knows it between two of its reads: without a statement. */
export const coverageAtHand: EvmCoverage = async () => () => ({
  unit: 'block',
  isComplete: true,
  ranges: [{ first: 0, last: head.latest }],
  rangeCount: 1,
  asked: { first: 0, last: head.latest },
})

/** The statements that a store is asked, by their count. */
export const countingStore = (store: Store<EvmTables>): { store: Store<EvmTables>; statements: () => number } => {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { store: { ...store, db: store.db.withPlugin(plugin) }, statements: () => count }
}

/** A wallet's list by the plainest reading of the rule: block, then index, both descending; each transaction once. */
export const naiveWalletHashes = (blocks: readonly EvmBlock[], address: string): string[] =>
  blocks
    .flatMap(({ number, transactions }) => transactions.map((transaction) => ({ number, ...transaction })))
    .filter(({ from, to, contractAddress }) => [from, to, contractAddress].some((party) => party === address))
    .sort((a, b) => b.number - a.number || b.index - a.index)
    .map(({ hash }) => hash)
