import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmTransaction } from '#lib/evm/chain/block.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { blockNftTransfersQuery } from '#lib/evm/nft/block-nft-transfers.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import type { Store } from '#lib/store/store.ts'
import { countingStore } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import { readFlags } from '#tests/evm/query/read-flags.ts'
import {
  blockHashAt,
  contractOf,
  insertBlocks,
  insertContract,
  insertTokenRows,
  newestFirst,
  queryContext,
  randomTokenRows,
  timestampAt,
} from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

type Raw = Record<string, unknown>

const asking = (store: Store<EvmTables>, node: EvmNodeAccess = {}) => {
  const answer = blockNftTransfersQuery(queryContext(store, { node }))
  return (block: string | number, raw: Raw = {}) =>
    answer(parseInput(evmApi.blockNftTransfers, { block_number_or_hash: block, ...raw }))
}

type Page = Awaited<ReturnType<ReturnType<typeof asking>>>

const namesOn = (pages: readonly Page[]) =>
  pages.flatMap(({ result }) =>
    result.map((one) => `${one.log_index}/${one.token_id}/${one.from_address}/${one.amount}`),
  )

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transferBatchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')
const topic = (value: bigint | string): Hex => `0x${word(value)}`

/** A block with an ERC721 transfer, a batch of two ERC1155 tokens, and one Transfer that is ERC20's unless the contract is an NFT. */
const toldBlock = (number: number): EvmBlock => {
  const hash = hashOf('told', number)
  const [from, to] = [walletOf(1), walletOf(2)]
  const logs: EvmTransaction['logs'] = [
    {
      logIndex: 0,
      address: contractOf(0) as Hex,
      topics: [transferTopic, topic(from), topic(to), topic(7n)],
      data: '0x',
    },
    {
      logIndex: 1,
      address: contractOf(1) as Hex,
      topics: [transferBatchTopic, topic(walletOf(0)), topic(from), topic(to)],
      data: `0x${[64n, 160n, 2n, 11n, 12n, 2n, 5n, 6n].map(word).join('')}`,
    },
    {
      logIndex: 2,
      address: contractOf(2) as Hex,
      topics: [transferTopic, topic(from), topic(to)],
      data: topic(99n),
    },
  ]
  const transaction: EvmTransaction = {
    hash: hashOf('told transaction', number),
    index: 0,
    type: 2,
    nonce: 1n,
    from,
    to: contractOf(0) as Hex,
    value: 30n,
    gas: 1n,
    gasPrice: 1n,
    input: '0x',
    status: 1,
    root: null,
    gasUsed: 1n,
    cumulativeGasUsed: 1n,
    contractAddress: null,
    logs,
  }
  return {
    number,
    hash,
    parentHash: hashOf('told', number - 1),
    timestamp: 1_500_000_000,
    miner: walletOf(0),
    gasUsed: 1n,
    gasLimit: 1n,
    baseFeePerGas: null,
    size: null,
    transactions: [transaction],
  }
}

describe.each(dialects)("a block's NFT transfers on %s", (dialect) => {
  const createStore = evmStores(dialect)
  const { nftTransfers } = randomTokenRows(0, 9, seeded(6), { logsPerBlock: 30 })
  const filled = async () => {
    const store = await createStore()
    await insertTokenRows(store, { nftTransfers })
    await insertBlocks(store, 0, 9)
    return store
  }
  let shared: ReturnType<typeof filled> | undefined
  const filledOnce = () => {
    shared ??= filled()
    return shared
  }
  const expected = (block: number) =>
    newestFirst(nftTransfers.filter(({ block_number }) => block_number === block)).map(
      (row) => `${row.log_index}/${row.token_id}/${toHex(row.from_address)}/${row.amount}`,
    )
  const fullest = Math.max(...nftTransfers.map(({ block_number }) => block_number))

  test('pages add up to the whole block, last transfer first, by number and by hash', async () => {
    const ask = asking(await filledOnce())
    for (let block = 0; block <= 9; block++)
      for (const wanted of [String(block), blockHashAt(block)]) {
        const pages = await walkPages((cursor) => ask(wanted, { limit: 7, disable_total: false, cursor }))
        expect(namesOn(pages)).toEqual(expected(block))
        expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index))
        for (const page of pages)
          expect(page).toMatchObject({
            total: expected(block).length,
            page_size: 7,
            block_exists: true,
            index_complete: true,
          })
      }
    expect((await ask(fullest)).total).toBeNull()
  })

  test('order=ASC reverses the list, for an indexed block and for one read from the node', async () => {
    const block = toldBlock(700)
    const ask = asking(await filledOnce(), { findBlock: async () => block })
    for (const wanted of [fullest, block.number])
      for (const limit of [1, 2, 7]) {
        const walk = async (order: string) =>
          namesOn(await walkPages((cursor) => ask(wanted, { limit, order, cursor })))
        const descending = await walk('DESC')
        expect(descending.length).toBeGreaterThan(1)
        expect(await walk('ASC')).toEqual(descending.toReversed())
      }
  })

  test("records have the API's fields, types and order", async () => {
    const ask = asking(await filledOnce())
    const page = await ask(fullest)
    expect(() => evmApi.blockNftTransfers.output.parse(page)).not.toThrow()
    const example = evmApi.blockNftTransfers.example.output
    expect(Object.keys(page)).toEqual(Object.keys(example))
    for (const one of page.result) {
      expect(Object.keys(one)).toEqual(Object.keys(example.result[0] ?? {}))
      expect(one).toMatchObject({
        block_number: String(fullest),
        block_hash: blockHashAt(fullest),
        block_timestamp: new Date(timestampAt(fullest) * 1_000).toISOString(),
      })
    }
  })

  test('an unknown block gives an empty list, with or without a node', async () => {
    const store = await filledOnce()
    const unknown = { total: null, page: 0, page_size: 100, cursor: null, result: [] }
    const nothing = { ...unknown, block_exists: false, index_complete: false }
    expect(await asking(store)(5_000)).toEqual(nothing)
    expect(await asking(store)(hashOf('no block'))).toEqual(nothing)
    expect(await asking(store, { findBlock: async () => undefined })(5_000)).toEqual(nothing)
    const noNode = async () => {
      throw new ServiceError('chain_not_served', 'No node is configured.')
    }
    expect(await asking(store, { findBlock: noNode })(5_000, { disable_total: false })).toEqual({
      ...nothing,
      total: 0,
    })
  })

  test('a failing node is not mistaken for an unknown block', async () => {
    for (const code of ['upstream_timeout', 'upstream_failed', 'not_available'] as const) {
      const failing = async () => {
        throw new ServiceError(code, 'The node did not answer in time.')
      }
      const ask = asking(await filledOnce(), { findBlock: failing })
      await expect(ask(5_000)).rejects.toMatchObject({
        status: 503,
        retryAfterSeconds: 5,
        message: expect.stringMatching(/Block 5,000 is not indexed.* The node did not answer in time/),
      })
      await expect(ask(3)).resolves.toMatchObject({ block_exists: true })
    }
  })

  test("a block that is not indexed is decoded from the node's logs", async () => {
    const store = await filled()
    const block = toldBlock(700)
    const findBlock = async (_: unknown, wanted: number | Hex) =>
      wanted === block.number || wanted === block.hash ? block : undefined
    const ask = asking(store, { findBlock })
    const [from, to] = [walletOf(1), walletOf(2)]
    const page = await ask(700, { disable_total: false })
    expect(page).toMatchObject({ total: 3, block_exists: true, index_complete: true, cursor: null })
    expect(() => evmApi.blockNftTransfers.output.parse(page)).not.toThrow()
    const inBlock = { block_number: '700', block_hash: block.hash, value: '30', from_address: from, to_address: to }
    expect(page.result).toMatchObject([
      { ...inBlock, log_index: 1, token_id: '12', amount: '6', contract_type: 'ERC1155', transaction_type: 'Batch' },
      { ...inBlock, log_index: 1, token_id: '11', amount: '5', operator: walletOf(0) },
      { ...inBlock, log_index: 0, token_id: '7', amount: '1', contract_type: 'ERC721', transaction_type: 'Single' },
    ])
    expect(page.result[0]?.block_timestamp).toBe('2017-07-14T02:40:00.000Z')
    const pages = await walkPages((cursor) => ask(block.hash, { limit: 1, cursor }))
    expect(pages.flatMap(({ result }) => result)).toEqual(page.result)

    await insertContract(store, contractOf(2), { kind: 'ERC721' })
    expect((await ask(700)).result[0]).toMatchObject({
      ...inBlock,
      log_index: 2,
      token_id: '99',
      contract_type: 'ERC721',
    })
  })

  test('a reorg ends the list', async () => {
    const store = await filled()
    const ask = asking(store)
    const { cursor } = await ask(fullest, { limit: 2 })
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    await store.db
      .updateTable('evm_blocks')
      .set({ hash: toBytes(hashOf('other')) })
      .where('number', '=', fullest)
      .execute()
    await expect(ask(fullest, { limit: 2, cursor })).rejects.toMatchObject(refused)
    await store.db.deleteFrom('evm_blocks').where('number', '=', fullest).execute()
    await expect(ask(fullest, { limit: 2, cursor })).rejects.toMatchObject(refused)
  })

  test('a cursor is valid only for its own block', async () => {
    const ask = asking(await filledOnce())
    const { cursor } = await ask(fullest, { limit: 2 })
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    await expect(ask(fullest - 1, { cursor })).rejects.toMatchObject(refused)
    await expect(ask(fullest, { chain: 'polygon', cursor })).rejects.toMatchObject(refused)
    expect((await ask(fullest, { limit: 9, cursor })).result).toHaveLength(2)
  })

  test('a page is three statements if its contracts are rated, and a total one more', async () => {
    const counting = countingStore(await filledOnce())
    const ask = asking(counting.store)
    await readFlags(counting.store, [0, 1, 2].map(contractOf))
    const before = counting.statements()
    const first = await ask(fullest, { limit: 2 })
    expect(counting.statements() - before).toBe(3)
    await ask(fullest, { limit: 2, cursor: first.cursor })
    expect(counting.statements() - before).toBe(6)
    await ask(fullest, { disable_total: false })
    expect(counting.statements() - before).toBe(10)
  })
})
