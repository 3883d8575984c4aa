import { parseInput } from '#lib/api/parse-input.ts'
import { toHex } from '#lib/base/bytes.ts'
import { keepFanout } from '#lib/evm/chain/fanout/keep-fanout.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { searchNftsQuery } from '#lib/evm/nft/search-nfts.ts'
import { createFollower } from '#lib/indexing/follow.ts'
import type { Store } from '#lib/store/store.ts'
import { chainId as backfilledId, followToHead, historyWorker } from '#tests/evm/chain/backfill/history-store.ts'
import { startTokenChain } from '#tests/evm/chain/backfill/token-chain.ts'
import { expectSameLists, transferLists } from '#tests/evm/chain/fanout/transfer-lists.ts'
import { enrich } from '#tests/evm/chain/forks/enrich.ts'
import { ForkChain } from '#tests/evm/chain/forks/fork-chain.ts'
import { chainId as followedId, queryContext, zeroAddress } from '#tests/evm/query/token-rows-fixture.ts'
import { createChance } from '#tests/indexing/random.ts'

const quiet = { info: () => {}, warn: () => {} }

/** The chains of the two functions below. */
export const workedChains = [followedId, backfilledId]

/** Follows a chain through a reorg, with lists by wallet and token, which are turned on later, names, documents, ratings and internal transfers; then searches its NFTs. */
export const followThroughReorg = async (store: Store<EvmTables>): Promise<number> => {
  const chain = new ForkChain(3, 60)
  let now = 0
  const clock = { now: () => (now += 2_000), wait: async () => {} }
  const batch = { initialBlocks: 7, blocksMax: 16 }
  const index = createEvmIndex(store, followedId, { from: 0 })
  const follower = createFollower(chain.reader(), index, { start: 0, batch, clock })
  const keepLists = (isOn: boolean) =>
    keepFanout(store, followedId, isOn, quiet, new AbortController().signal, { clock, rowsAtOnce: 50 })
  const run = async (): Promise<void> => {
    while ((await follower.step()).kind !== 'waiting');
  }
  await run()
  await enrich(store, followedId, chain.blocks, 1_700_000_000_000)
  await keepLists(true)
  chain.fork(8, 10)
  await run()
  const contracts = await store.db
    .selectFrom('evm_contracts')
    .select('address')
    .where('chain', '=', followedId)
    .limit(1)
    .execute()
  await expectSameLists(
    store,
    transferLists(
      [zeroAddress],
      contracts.map(({ address }) => toHex(address)),
    ),
  )
  await keepLists(false)
  await enrich(store, followedId, chain.blocks, 1_700_001_000_000)
  const search = searchNftsQuery(queryContext(store))
  return (await search(parseInput(evmApi.searchNfts, { q: 'token' }))).result.length
}

/** Follows the newest blocks of a chain, and backfills its contracts; returns how many. */
export const backfillContracts = async (store: Store<EvmTables>): Promise<number> => {
  const chain = await startTokenChain()
  try {
    const { fraction } = createChance(1)
    for (let block = 0; block < 40; block++) await chain.mineEvents(fraction)
    await followToHead(store, chain.anvil.transport(), (await chain.latest()) - 9)
    const worker = historyWorker(store, chain.anvil.transport())
    const local = createServedChains([{ name: 'local', id: backfilledId }]).resolve('local')
    await worker.histories.request(local, [chain.coins, chain.pictures, chain.stamps])
    return (await worker.runAll()).filter(({ failed }) => !failed).length
  } finally {
    await chain.stop()
  }
}
