import { describe, expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmBlock, EvmInternalCall, EvmTransaction } from '#lib/evm/chain/block.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const blocks = randomBlocks(40, { first: 0 }, seeded(30))
const call: EvmInternalCall = {
  type: 'CALL',
  from: walletOf(1),
  to: null,
  value: 0n,
  gas: 9n,
  gasUsed: 9n,
  input: '0x',
  output: '0x',
  depth: 1,
  error: 'execution reverted',
  isUndone: true,
}

describe.each(dialects)('a single transaction on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (node: EvmNodeAccess = {}) => {
    const services = evmServices(await createStore(), { node })
    await services.index.append(blocks, head)
    const ask = (transaction_hash: string, include?: 'internal_transactions') =>
      services.evm.transaction({ transaction_hash, include })
    return { ...services, ask }
  }

  test('every indexed transaction is found by its hash, with its own logs in their order', async () => {
    const { ask } = await filled()
    for (const block of blocks)
      for (const transaction of block.transactions) {
        const record = await ask(transaction.hash)
        expect(record).toMatchObject({ hash: transaction.hash, block_hash: block.hash })
        expect(
          record.logs.map(({ log_index, address, topic0, topic3, data }) => [log_index, address, topic0, topic3, data]),
        ).toEqual(
          transaction.logs.map(({ logIndex, address, topics, data }) => [
            String(logIndex),
            address,
            topics[0] ?? null,
            topics[3] ?? null,
            data,
          ]),
        )
      }
  })

  test("the record has the API's fields, types and order", async () => {
    const { ask } = await filled()
    const withLogs = blocks.flatMap(({ transactions }) => transactions).find(({ logs }) => logs.length > 0)
    const record = await ask(withLogs?.hash ?? '')
    const { internal_transactions: _, ...example } = evmApi.transaction.example.output
    expect(Object.keys(record)).toEqual(Object.keys(example))
    expect(Object.keys(record.logs[0] ?? {})).toEqual(Object.keys(example.logs[0] ?? {}))
    expect(() => evmApi.transaction.output.parse(record)).not.toThrow()
  })

  test('an unknown hash is not found', async () => {
    const { ask } = await filled({ findTransaction: async () => undefined })
    await expect(ask(hashOf('unknown'))).rejects.toMatchObject({ code: 'not_found' })
    const withoutNode = await filled()
    await expect(withoutNode.ask(hashOf('unknown'))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('hashes with a common prefix are distinguished', async () => {
    const services = evmServices(await createStore())
    const [first, second] = randomBlocks(2, { first: 0 }, seeded(31), { transactionsPerBlockMax: 0 })
    const template = blocks.flatMap(({ transactions }) => transactions)[0] as EvmTransaction
    const alike = (end: string): EvmTransaction => ({ ...template, index: 0, hash: `0x${'ab'.repeat(31)}${end}` })
    await services.index.append(
      [
        { ...first, transactions: [alike('01')] },
        { ...second, transactions: [alike('02')] },
      ] as EvmBlock[],
      head,
    )
    const block = async (end: string) =>
      (await services.evm.transaction({ transaction_hash: alike(end).hash })).block_number
    expect([await block('01'), await block('02')]).toEqual(['0', '1'])
    await expect(block('03')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('one removed by a reorg is no longer found', async () => {
    const { ask, index } = await filled()
    const gone = blocks.slice(30).flatMap(({ transactions }) => transactions)[0]
    expect(await ask(gone?.hash ?? '')).toBeTruthy()
    await index.rewind(29)
    await expect(ask(gone?.hash ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('one that is not indexed comes from the node, with logs and calls, as if it were indexed', async () => {
    const [block] = randomBlocks(1, { first: 500 }, seeded(33), { transactionsPerBlockMax: 8, fork: 'early' })
    const transaction = block?.transactions.find(({ logs }) => logs.length > 1)
    const node: EvmNodeAccess = {
      findTransaction: async (_, hash) =>
        block && transaction && hash === transaction.hash ? { transaction, block } : undefined,
      internalCalls: async () => [call],
    }
    const { ask } = await filled(node)
    const told = await ask(transaction?.hash ?? '', 'internal_transactions')
    expect(told.internal_transactions).toEqual([
      expect.objectContaining({ type: 'CALL', to: null, block_number: 500, error: 'execution reverted' }),
    ])
    const indexed = evmServices(await createStore(), { node })
    await indexed.ranges.appendRange([block as EvmBlock], head)
    const stored = await indexed.evm.transaction({
      transaction_hash: transaction?.hash ?? '',
      include: 'internal_transactions',
    })
    expect({ ...told, internal_transactions: [] }).toEqual({ ...stored, internal_transactions: [] })
  })

  test('one that the node does not know yet has internal transactions of null, not an empty list', async () => {
    const { ask } = await filled({
      internalCalls: async () => {
        throw new ServiceError('not_found', 'The node does not know it.')
      },
    })
    const creation = blocks.flatMap(({ transactions }) => transactions).find(({ to }) => to === null)
    expect(await ask(creation?.hash ?? '', 'internal_transactions')).toMatchObject({ internal_transactions: null })
  })
})
