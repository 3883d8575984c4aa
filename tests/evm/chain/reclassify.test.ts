import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmLog } from '#lib/evm/chain/block.ts'
import { decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { mistakenContracts, reclassifyContract } from '#lib/evm/chain/write/reclassify.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { tokenLog, word, words, zeroAddress } from './decode/token-logs.ts'

const chain = 1
const head = { latest: 1_000, finalized: 900 }
const nft = walletOf(700)
const coin = walletOf(701)

/** Transfers and approvals of both contracts, in the format of an ERC20's. */
const randomLog = (random: () => number, logIndex: number): EvmLog => {
  const party = () => (random() < 0.2 ? zeroAddress : walletOf(Math.floor(random() * 8)))
  const topic = random() < 0.15 ? tokenTopic.approval : tokenTopic.transfer
  const address = random() < 0.8 ? nft : coin
  return { logIndex, address, topics: [topic, word(party()), word(party())], data: words(Math.floor(random() * 60)) }
}

const withTokenLogs = (blocks: readonly EvmBlock[], random: () => number): EvmBlock[] =>
  blocks.map((block) => {
    let logIndex = 0
    const transactions = block.transactions.map((transaction) => ({
      ...transaction,
      logs: Array.from({ length: 15 }, () => randomLog(random, logIndex++)),
    }))
    return { ...block, transactions }
  })

const random = seeded(21)
const blocks = withTokenLogs(randomBlocks(40, { first: 100 }, random), random)
const fork = withTokenLogs(randomBlocks(8, blocks[29] as EvmBlock, random, { fork: 'other' }), random)

/** Logs of blocks below the index, of which nothing but the logs was read. */
const historyLogs: DecodableLog[] = Array.from({ length: 60 }, (_, index) =>
  tokenLog({ ...randomLog(random, index), address: nft, blockNumber: 50 + (index >> 3), transactionValue: null }),
)

const addHistory = (store: Store<EvmTables>, kind: 'ERC20' | 'ERC721') =>
  store.db.transaction().execute(async (transaction) => {
    await addTokenRows(store, transaction, chain, { rows: decodeTokens(chain, historyLogs, () => kind) })
  })

const knowAsErc721 = (store: Store<EvmTables>, address: Hex) =>
  store.db
    .insertInto('evm_contracts')
    .values({
      ...{ chain, address: toBytes(address), kind: 'ERC721', name: null, symbol: null, decimals: null },
      ...{ ask_at: 0, failures: 0, note: null },
    })
    .execute()

const tables = [
  'evm_erc20_transfers',
  'evm_erc20_approvals',
  'evm_nft_transfers',
  'evm_nft_tokens',
  'evm_nft_balances',
  'evm_contracts',
] as const

const dump = async (store: Store<EvmTables>): Promise<string[]> => {
  const lines: string[] = []
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db)
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row, asHex)}`).sort())
  }
  return lines
}

const asHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value

/** The store, whose process ends after so many pieces. */
const endingAfter = (store: Store<EvmTables>, pieces: number): Store<EvmTables> => ({
  ...store,
  deleteMany: async (...args) => {
    await store.deleteMany(...args)
    if (pieces-- === 0) throw new Error('the process ended')
  },
})

const mistaken = async (store: Store<EvmTables>): Promise<Hex[]> => {
  const found: Hex[] = []
  for await (const address of mistakenContracts(store.db, chain)) found.push(address)
  return found
}

describe.each(dialects)('%s', (dialect) => {
  const createStore = evmStores(dialect)

  /** What is stored when the contract was known as ERC721 before its first block. */
  const knownFromTheStart = async (): Promise<Store<EvmTables>> => {
    const store = await createStore()
    await knowAsErc721(store, nft)
    await createEvmIndex(store, chain, { from: 100 }).append(blocks, head)
    await addHistory(store, 'ERC721')
    return store
  }

  const takenForErc20 = async (): Promise<Store<EvmTables>> => {
    const store = await createStore()
    await createEvmIndex(store, chain, { from: 100 }).append(blocks, head)
    await addHistory(store, 'ERC20')
    return store
  }

  test('a reclassified contract has the rows it would have had if known from the start', async () => {
    const store = await takenForErc20()
    expect(await mistaken(store)).toEqual([])
    await reclassifyContract(store, chain, nft)
    expect(await dump(store)).toEqual(await dump(await knownFromTheStart()))
    expect(await mistaken(store)).toEqual([])
  })

  test('running it again repairs an interrupted run', async () => {
    const store = await takenForErc20()
    const count = async () => {
      const rows = store.db.selectFrom('evm_erc20_transfers').where('token_address', '=', toBytes(nft))
      return (await rows.select('block_number').execute()).length
    }
    expect(await count()).toBeGreaterThan(1_000)
    await expect(reclassifyContract(endingAfter(store, 1), chain, nft)).rejects.toThrow('the process ended')
    expect(await count()).toBeGreaterThan(0)
    expect(await mistaken(store)).toEqual([nft])
    await reclassifyContract(store, chain, nft)
    expect(await dump(store)).toEqual(await dump(await knownFromTheStart()))
  })

  test('blocks replaced and added halfway through do not disturb it', async () => {
    const store = await takenForErc20()
    await expect(reclassifyContract(endingAfter(store, 1), chain, nft)).rejects.toThrow('the process ended')
    const expected = await knownFromTheStart()
    for (const each of [store, expected]) {
      const index = createEvmIndex(each, chain, { from: 100 })
      await index.rewind(129)
      await index.append(fork, head)
    }
    await reclassifyContract(store, chain, nft)
    expect(await dump(store)).toEqual(await dump(expected))
  })

  test('a contract of a higher or unknown kind is skipped', async () => {
    const store = await takenForErc20()
    await store.db.updateTable('evm_contracts').set({ kind: 'ERC1155' }).where('address', '=', toBytes(nft)).execute()
    const before = await dump(store)
    await reclassifyContract(store, chain, nft)
    await reclassifyContract(store, chain, walletOf(702))
    expect(await dump(store)).toEqual(before)
  })

  test('stops between two batches when aborted', async () => {
    const store = await takenForErc20()
    await reclassifyContract(store, chain, nft, AbortSignal.abort())
    expect(await mistaken(store)).toEqual([nft])
  })
})
