import { describe, expect, test } from 'vitest'
import { addInternalTransfers } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { askIndex } from './ask-index.ts'

const blocks = randomBlocks(61, { first: 0 }, seeded(7))
const newest = blocks.at(-1)?.timestamp ?? 0
const ether = 10n ** 18n

describe.each(dialects)('blocks and whom they pay on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async () => {
    const store = await createStore()
    await createEvmIndex(store, chainId, { from: 0 }).append(blocks, { latest: 60, finalized: 50 })
    return { store, ask: askIndex(store, newest) }
  }
  const paged = async (ask: ReturnType<typeof askIndex>, action: string, given: Record<string, string>) => {
    const rows: unknown[] = []
    for (let page = 1; ; page++) {
      const { result } = await ask('account', action, { ...given, page: String(page), offset: '4' })
      rows.push(...(result as unknown[]))
      if ((result as unknown[]).length < 4) return rows
    }
  }

  test('withdrawals to an address, page by page in both orders', async () => {
    const { ask } = await filled()
    const address = walletOf(1)
    const own = blocks.flatMap(({ number, timestamp, body }) =>
      (body?.withdrawals ?? [])
        .filter((one) => one.address === address)
        .map(({ index, validatorIndex, amount }) => ({
          withdrawalIndex: String(index),
          validatorIndex: String(validatorIndex),
          address,
          amount: String(amount),
          blockNumber: String(number),
          timestamp: String(timestamp),
        })),
    )
    expect(own.length).toBeGreaterThan(8)
    expect(await paged(ask, 'txsBeaconWithdrawal', { address })).toEqual(own)
    expect(await paged(ask, 'txsBeaconWithdrawal', { address, sort: 'desc' })).toEqual(own.toReversed())
    const part = own.filter(({ blockNumber }) => Number(blockNumber) >= 20 && Number(blockNumber) <= 40)
    expect(await paged(ask, 'txsBeaconWithdrawal', { address, startblock: '20', endblock: '40' })).toEqual(part)
    expect(await ask('account', 'txsBeaconWithdrawal', { address: walletOf(99) })).toEqual({
      status: '0',
      message: 'No transactions found',
      result: [],
    })
  })

  test('blocks of a miner with all that it earned: new coins, fees beyond the burnt part, and a share for uncles', async () => {
    const { ask } = await filled()
    const rewards = blocks.map(({ number, timestamp, transactions, baseFeePerGas, gasUsed, body }) => {
      const fees = transactions.reduce((sum, one) => sum + one.gasUsed * one.gasPrice, 0n)
      const coins = number === 0 ? 0n : 5n * ether
      const inclusion = (coins * BigInt(body?.uncles.length ?? 0)) / 32n
      const reward = coins + inclusion + fees - gasUsed * (baseFeePerGas ?? 0n)
      return { blockNumber: String(number), timeStamp: String(timestamp), blockReward: String(reward) }
    })
    // The random chain has one fee recipient.
    const address = walletOf(0)
    expect(await paged(ask, 'getminedblocks', { address })).toEqual(rewards.toReversed())
    expect(await paged(ask, 'getminedblocks', { address, sort: 'asc' })).toEqual(rewards)
    expect((await ask('account', 'getminedblocks', { address: walletOf(1) })).message).toBe('No transactions found')
    const uncles = (span: Record<string, string>) =>
      ask('account', 'getminedblocks', { address, blocktype: 'uncles', ...span })
    expect(await uncles({})).toMatchObject({ status: '0', message: 'NOTOK' })
    expect((await uncles({ startblock: '1', endblock: '3' })).message).toBe('No transactions found')
  })

  test('the transactions of a block by kind', async () => {
    const { ask, store } = await filled()
    const block = blocks.find(({ transactions }) => transactions.length > 2)
    if (!block) throw new Error('no block')
    const count = async () => (await ask('block', 'getblocktxnscount', { blockno: String(block.number) })).result
    const counts = { block: block.number, txsCount: block.transactions.length, internalTxsCount: null }
    expect(await count()).toEqual({ ...counts, erc20TxsCount: 0, erc721TxsCount: 0, erc1155TxsCount: 0 })
    await addInternalTransfers(store, chainId, [{ number: block.number, hash: block.hash, frames: [] }])
    expect(await count()).toMatchObject({ internalTxsCount: 0 })
    expect((await ask('block', 'getblocktxnscount', { blockno: '61' })).result).toContain('Error! Invalid block number')
  })

  test('what was stored without bodies is refused', async () => {
    const store = await createStore()
    const bare = blocks.map(({ body: _, ...block }) => block)
    await createEvmRangeIndex(store, chainId).appendRange(bare, { latest: 60, finalized: 60 })
    const ask = askIndex(store, newest)
    expect(await ask('account', 'txsBeaconWithdrawal', { address: walletOf(1) })).toMatchObject({
      message: 'NOTOK',
      result: expect.stringContaining('no block is indexed here'),
    })
    expect(await ask('account', 'getminedblocks', { address: walletOf(0) })).toMatchObject({
      message: 'NOTOK',
      result: expect.stringContaining('uncles'),
    })
  })
})
