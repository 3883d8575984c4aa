import { beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmChainToMove } from '#lib/evm/family/move.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { rowAfter } from '#lib/evm/nft/metadata/document-row.ts'
import { addTokens, dueRows, writeRows } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { searchNfts } from '#lib/evm/nft/search/search-nfts.ts'
import { createJobs } from '#lib/store/jobs/jobs.ts'
import { type MovedChain, MoveFault } from '#lib/store/move/chain-copy.ts'
import { deleteChain, moveChain } from '#lib/store/move/move-chain.ts'
import { refuseUnfinishedMoves } from '#lib/store/move/unfinished-move.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { contractOf, queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { refusedByCitus } from '#tests/store/citus-forms.ts'
import { recordStatements } from '#tests/store/partitioned-tables.ts'
import { followThroughReorg } from '#tests/store/work-of-chains.ts'
import { isFull } from '#tests/support/tier.ts'

const other = 137
const createStore = { sqlite: evmStores('sqlite'), postgres: evmStores('postgres') }

const ethereumIn = async (source: Store<EvmTables>): Promise<MovedChain> => {
  const chain = await evmChainToMove('eth', (name) => readSetting(source, name))
  if (chain === undefined) throw new Error('eth is a chain')
  return { ...chain, tables: ['evm_'] }
}

const move = async (
  source: Store<EvmTables>,
  target: Store<EvmTables>,
  chain?: Partial<MovedChain>,
  replaces = false,
) =>
  await moveChain(
    source.withTables<unknown>(),
    target.withTables<unknown>(),
    { ...(await ethereumIn(source)), ...chain },
    { replaces },
  )

/** A document of another chain, whose id is one of those that are moved. */
const addDocument = async (store: Store<EvmTables>, name: string, tokenId: string): Promise<void> => {
  const contract = toBytes(contractOf(0))
  const owner = toBytes(walletOf(1))
  const token = {
    token_address: contract,
    token_hash: tokenHash(contract, tokenId),
    token_id: tokenId,
    minted_block: 1,
  }
  const minted = { minted_log: 0, minted_batch: 0, minter: owner, minted_transaction: new Uint8Array(32) }
  const changed = { changed_block: 1, changed_log: 0, changed_batch: 0 }
  await store.db
    .insertInto('evm_nft_tokens')
    .values({ chain: other, ...token, standard: 721, owner, supply: '1', first_block: 1, ...minted, ...changed })
    .execute()
  await addTokens(store.db, other, [token], 1)
  const [due] = await dueRows(store.db, other, 0, 10, 1)
  if (!due) throw new Error('no document is due')
  const { standard: _, ...row } = due
  const value = { name }
  const result = { kind: 'document', uri: 'ipfs://x', document: { text: JSON.stringify(value), value } } as const
  await writeRows(store, [{ taken: due, row: rowAfter(row, result, 10) }])
}

const found = async (store: Store<EvmTables>, chain: string, q: string): Promise<number> =>
  (await searchNfts(queryContext(store))(parseInput(evmApi.searchNfts, { q, chain }))).result.length

const pairs = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ...(isFull
    ? ([
        ['sqlite', 'sqlite'],
        ['postgres', 'postgres'],
      ] as const)
    : []),
] as const

describe.each(pairs)('a chain moved from %s to %s', (from, to) => {
  test('is the same there, beside the chains that were there before', { timeout: 60_000 }, async () => {
    const [source, target] = [await createStore[from](), await createStore[to]()]
    await addDocument(target, 'Lantern', '7')
    const before = await found(target, 'polygon', 'lantern')
    const count = await followThroughReorg(source)
    await createJobs(source).enqueue({ kind: 'evm-history-1', key: '0x01' })
    const rows = await dumpTables(source)
    expect(count).toBeGreaterThan(0)
    const recorder = recordStatements()
    const moved = await move(source, target).finally(recorder.stop)
    expect(refusedByCitus(recorder.sent.keys())).toEqual([])
    expect(moved.rows).toBeGreaterThan(rows.length)
    const isOfOther = (line: string): boolean => line.includes(`"chain":${other},`)
    expect((await dumpTables(target)).filter((line) => !isOfOther(line))).toEqual(rows)
    expect(await found(target, 'eth', 'token')).toBe(count)
    expect(await found(target, 'polygon', 'lantern')).toBe(before)
    expect((await createJobs(target).find('evm-history-1', ['0x01'])).length).toBe(1)
    // Further documents have numbers of their own.
    await addDocument(target, 'Candle', '8')
    expect(await found(target, 'polygon', 'candle')).toBe(1)

    await deleteChain(source.withTables<unknown>(), target.withTables<unknown>(), await ethereumIn(source))
    expect(await dumpTables(source)).toEqual([])
    expect(await found(source, 'eth', 'token')).toBe(0)
  })
})

describe('a move', () => {
  const isEthereum = (chain: string): boolean => chain === 'eth'
  let source: Store<EvmTables>
  let count: number
  beforeAll(async () => {
    source = await createStore.sqlite()
    count = await followThroughReorg(source)
  }, 60_000)

  test('is refused if the chain changes meanwhile, leaves the target unusable, and can be started again', async () => {
    const target = await createStore.sqlite()
    const derive = async () => {
      await source.db.updateTable('evm_chains').set({ checked_at: 5 }).execute()
    }
    await expect(move(source, target, { derive })).rejects.toThrow(/evm_chains changed while it was copied/)
    await expect(refuseUnfinishedMoves(target, isEthereum)).rejects.toThrow(/move of eth .* is not finished/)
    const chain = await ethereumIn(source)
    await expect(deleteChain(source.withTables(), target.withTables(), chain)).rejects.toThrow(MoveFault)
    // Back from where only a part of it is, over the whole one.
    await expect(move(target, source, {}, true)).rejects.toThrow(/move of eth .* is not finished/)
    await move(source, target)
    await refuseUnfinishedMoves(target, isEthereum)
    expect(await found(target, 'eth', 'token')).toBe(count)
  })

  test('replaces rows in the target only when it is told to', async () => {
    const target = await createStore.sqlite()
    await move(source, target)
    await expect(move(source, target)).rejects.toThrow(/has rows of eth/)
    await move(source, target, {}, true)
    expect(await dumpTables(target)).toEqual(await dumpTables(source))
  })

  test('needs a chain that has rows', async () => {
    await expect(move(await createStore.sqlite(), await createStore.sqlite())).rejects.toThrow(/no rows of eth/)
  })
})
