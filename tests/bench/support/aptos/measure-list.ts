import { createAptosActivityService } from '#lib/aptos/activity/activity-service.ts'
import { createAptosAssetService } from '#lib/aptos/asset/asset-service.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import { type CursorBinding, type CursorPosition, createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { unindexedReads } from '#tests/bench/support/unindexed-reads.ts'

const asksPerList = 200
const warmUpAsks = 20
const rounds = 3
const apis = { ...aptosApi, ...aptosExplorerApi }

type ListName =
  | 'collectionNftTransfers'
  | 'creatorNftTransfers'
  | 'walletNftTransfers'
  | 'nftOwners'
  | 'aptosCollections'
  | 'aptosAssets'
  | 'aptosPackages'
  | 'aptosFunctionTransactions'
type Page = { cursor: string | null; result: readonly unknown[] }
type Key = CursorPosition['key']
export type Ask = { raw: Record<string, unknown>; bare?: () => Promise<unknown> }
export type MeasuredList = {
  name: string
  list: ListName
  make: () => Ask
  /** A place deep inside the list, from the key of the last row of its first page. */
  deepKey?: (key: Key) => Key
}

const percentiles = (times: Iterable<number>): string => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return sorted.length ? `${at(0.5)} / ${at(0.99)}` : ''
}

/** Cursors of a service, and one that continues elsewhere in the list of the last one. */
const movableCursors = () => {
  const cursors = createCursors(new Uint8Array(32))
  let last: [CursorPosition, CursorBinding] | undefined
  return {
    cursors: {
      ...cursors,
      seal: (...sealed: [CursorPosition, CursorBinding]) => {
        last = sealed
        return cursors.seal(...sealed)
      },
    },
    movedTo: (keyFrom: (key: Key) => Key): string | undefined =>
      last && cursors.seal({ ...last[0], key: keyFrom(last[0].key) }, last[1]),
  }
}

const asking = (store: Store<AptosTables>, list: ListName) => {
  // Nothing listens there: the lists call no node.
  const chains = createIndexedChains(store.db, { mainnet: createAptosNode({ baseUrls: ['http://127.0.0.1:9/v1'] }) })
  const { cursors, movedTo } = movableCursors()
  const options = { store, cursors, chains }
  const service = {
    ...createAptosNftService(options),
    ...createAptosNftExplorerService(options),
    ...createAptosAssetService(options),
    ...createAptosActivityService(options),
  }
  const answer = service[list] as (input: unknown) => Promise<Page>
  return {
    movedTo,
    ask: (raw: Ask['raw'], cursor?: string) => answer(apis[list].input.parse({ limit: 100, ...raw, cursor })),
  }
}

/** The pages of a list as the service answers them in this process, and the bare SQL of its first page: p50 / p99 in ms. */
export const measureList = async (store: Store<AptosTables>, { name, list, make, deepKey }: MeasuredList) => {
  const { ask, movedTo } = asking(store, list)
  const asks = Array.from({ length: asksPerList + warmUpAsks }, make)
  const deepCursors = new Map<number, string | undefined>()
  const turns = () => new Map<number, number>()
  const best = { first: turns(), next: turns(), deep: turns(), bare: turns() }
  const timed = async <Result>(into: Map<number, number>, turn: number, act: () => Promise<Result>) => {
    const startedAt = performance.now()
    const result = await act()
    const ms = performance.now() - startedAt
    if (turn >= warmUpAsks) into.set(turn, Math.min(ms, into.get(turn) ?? ms))
    return result
  }
  let rows = 0
  for (let round = 0; round < rounds; round++)
    for (const [turn, { raw, bare }] of asks.entries()) {
      const { cursor, result } = await timed(best.first, turn, () => ask(raw))
      rows += result.length
      if (cursor && deepKey && !deepCursors.has(turn)) deepCursors.set(turn, movedTo(deepKey))
      if (cursor) await timed(best.next, turn, () => ask(raw, cursor))
      const deep = deepCursors.get(turn)
      if (deep) await timed(best.deep, turn, () => ask(raw, deep))
      if (bare) await timed(best.bare, turn, bare)
    }
  return {
    list: name,
    'page 1 ms': percentiles(best.first.values()),
    'next page ms': percentiles(best.next.values()),
    'deep page ms': percentiles(best.deep.values()),
    'bare SQL ms': percentiles(best.bare.values()),
    'rows of page 1': Math.round(rows / asks.length / rounds),
    'next pages': best.next.size,
  }
}

/** The steps of the plans of its first, next and deep page that read a table without an index. */
export const unindexedReadsOf = async (
  store: Store<AptosTables>,
  { list, make, deepKey }: MeasuredList,
): Promise<string[]> =>
  await unindexedReads(store, async (spied) => {
    const { ask, movedTo } = asking(spied, list)
    const { raw } = make()
    const { cursor } = await ask(raw)
    const deep = cursor && deepKey && movedTo(deepKey)
    for (const one of [cursor, deep]) if (one) await ask(raw, one)
  })
