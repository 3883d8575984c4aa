import { expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { readMempool } from '#lib/evm/chain/rpc/state/mempool-list.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

const hex = z.string().transform((text): `0x${string}` => `0x${text.slice(2)}`)
const receiver = `0x${'5e'.repeat(20)}`
const gwei = (amount: number) => `0x${(BigInt(amount) * 10n ** 9n).toString(16)}`
const createStore = evmStores('sqlite')

/** A real node that mines nothing, with transactions that pay these priority fees, in Gwei, from an account each. */
const openNode = async (tips: readonly number[]) => {
  const anvil = await startAnvil(['--no-mining', '--order', 'fees'])
  const accounts = z.array(hex).parse(await anvil.rpc('eth_accounts'))
  const hashes: string[] = []
  for (const [index, tip] of tips.entries()) {
    const to = receiver.slice(2).padStart(64, '0')
    hashes.push(
      hex.parse(
        await anvil.rpc('eth_sendTransaction', [
          {
            ...{ from: accounts[index], to: receiver, value: '0x1', gas: '0x186a0' },
            ...{ maxFeePerGas: gwei(50), maxPriorityFeePerGas: gwei(tip) },
            data: `0xa9059cbb${to}${'7'.padStart(64, '0')}`,
          },
        ]),
      ),
    )
  }
  return { anvil, accounts, hashes }
}

test('the transactions that wait at a node are listed by what they pay, and read once for all visitors', async () => {
  const { anvil, accounts, hashes } = await openNode([1, 3, 2, 5, 4])
  try {
    // One of a later nonce waits for another.
    await anvil.rpc('eth_sendTransaction', [{ from: accounts[0], to: receiver, nonce: '0x9', maxFeePerGas: gwei(50) }])
    const { explorer, sent } = await indexAnvil(await createStore(), anvil, { signatures: createKnownSignatures() })
    const read = (input: Record<string, unknown>) =>
      explorer.evmPendingTransactions(parseInput(evmExplorerApi.evmPendingTransactions, { limit: 2, ...input }))
    const pages = await walkPages((cursor) => read({ cursor }))
    for (const page of pages) evmExplorerApi.evmPendingTransactions.output.parse(page)
    const rows = pages.flatMap(({ result }) => result)
    expect(rows.map(({ hash }) => hash)).toEqual([3, 4, 1, 2, 0].map((index) => hashes[index]))
    expect(rows[0]).toMatchObject({
      ...{ from_address: accounts[3], to_address: receiver, value: '1', nonce: '0', gas: '100000' },
      ...{ selector: '0xa9059cbb', method_label: 'transfer', priority_fee_per_gas: '5000000000' },
    })
    expect(pages[0]).toMatchObject({ source: 'pool', pending_count: 5, queued_count: 1 })
    expect(pages).toHaveLength(3)
    expect(sent('txpool_content')).toBe(1)
  } finally {
    await anvil.stop()
  }
})

test('a node that keeps its pool to itself tells the block that it would build; one without either says so', async () => {
  const { anvil, hashes } = await openNode([1, 2])
  try {
    const inner = anvil.transport()
    const without = (...methods: readonly string[]): RpcTransport => ({
      name: 'anvil',
      send: async (calls, signal) => {
        const answers = await inner.send(calls, signal)
        return answers.map((answer, index) =>
          methods.includes(calls[index]?.method ?? '')
            ? { error: { code: -32601, message: 'the method does not exist/is not available' } }
            : answer,
        )
      },
    })
    const pool = ['txpool_status', 'txpool_content']
    const next = await readMempool(createPool([without(...pool)]))
    expect(next).toMatchObject({ from: 'next_block', pendingCount: null })
    expect(next?.transactions.map(({ hash }) => hash).sort()).toEqual([...hashes].sort())
    // It names its newest block when asked for the pending one.
    const latestOnly: RpcTransport = {
      name: 'latest',
      send: (calls, signal) =>
        without(...pool).send(
          calls.map((call) => ({ ...call, params: call.params.map((one) => (one === 'pending' ? 'latest' : one)) })),
          signal,
        ),
    }
    expect(await readMempool(createPool([latestOnly]))).toBeUndefined()
    const { explorer } = await indexAnvil(await createStore(), anvil, { node: { mempool: async () => undefined } })
    await expect(explorer.evmPendingTransactions({ chain: 'eth', limit: 2 })).rejects.toMatchObject({
      code: 'chain_not_served',
      message: expect.stringContaining('txpool_content'),
    })
  } finally {
    await anvil.stop()
  }
})
