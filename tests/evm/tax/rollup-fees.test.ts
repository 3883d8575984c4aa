import { expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmTransaction } from '#lib/evm/chain/block.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'

/* Rollups: what a transaction cost besides its gas, and coin that came from the chain below. */

const [depositor, receiver, user] = [`0x${'d1'.repeat(20)}`, `0x${'d2'.repeat(20)}`, `0x${'d3'.repeat(20)}`] as [
  Hex,
  Hex,
  Hex,
]
const ether = 10n ** 18n

/** A block of a rollup's transactions in place of random ones. */
const blockOf = (transactions: Partial<EvmTransaction>[]): EvmBlock => {
  const blocks = randomBlocks(40, { first: 0 }, seeded(3))
  const block = blocks.find((one) => one.transactions.length >= transactions.length)
  if (!block) throw new Error('no block is large enough')
  const own = transactions.map((fields, index): EvmTransaction => {
    const sample = block.transactions[index]
    if (!sample) throw new Error('a transaction of the block')
    const plain = { status: 1 as const, contractAddress: null, logs: [], to: receiver, value: 0n }
    return {
      ...sample,
      ...plain,
      gasUsed: 21_000n,
      gasPrice: 10n ** 9n,
      ...fields,
      index,
      hash: hashOf('rollup', index),
    }
  })
  return { ...block, transactions: own }
}

const exported = async (block: EvmBlock, node: EvmNodeAccess = {}) => {
  const { ranges, explorer } = evmServices(await evmStores('sqlite')(), { node })
  await ranges.appendRange([block], head)
  return async (address: Hex) => {
    const input = parseInput(evmExplorerApi.evmTaxRows, { address, chains: ['eth'] })
    const { result } = await explorer.evmTaxRows(input)
    return result.map(({ sent_amount, received_amount, fee_amount, description }) => ({
      ...{ sent: sent_amount, received: received_amount, fee: fee_amount },
      omission:
        /The fee for data \(L1 fee\) is not known|What was deposited is not known/.exec(description)?.[0] ?? null,
    }))
  }
}

const opStack = blockOf([
  { type: 0x7e, from: depositor, value: 5n * ether, gasPrice: 0n },
  { type: 2, from: user, value: ether },
])
const mined = ({ mint, l1Fee }: { mint?: bigint; l1Fee?: bigint }) => ({ sent: { mint }, receipt: { l1Fee } }) as never

test('OP Stack: the fee for data is part of the fee; a deposit costs nothing here, and mints what it brings', async () => {
  const sentTransaction = async (_: unknown, hash: Hex) =>
    hash === opStack.transactions[0]?.hash ? mined({ mint: 7n * ether }) : mined({ l1Fee: 3n * 10n ** 12n })
  const rowsOf = await exported(opStack, { sentTransaction })
  // 7 were minted, 5 of them sent on.
  expect(await rowsOf(depositor)).toEqual([{ sent: null, received: '2', fee: null, omission: null }])
  // 21,000 gas of 1 gwei, and 3,000 gwei for data.
  expect(await rowsOf(user)).toEqual([{ sent: '1', received: null, fee: '0.000024', omission: null }])
  const received = await rowsOf(receiver)
  expect(received.map((row) => row.received)).toEqual(['5', '1'])
})

test('OP Stack: without a node that knows it, the rows say that a part is missing', async () => {
  const refuse = async () => {
    throw new ServiceError('upstream_timeout', 'The node did not answer in time.')
  }
  for (const sentTransaction of [undefined, async () => undefined, refuse]) {
    const rowsOf = await exported(opStack, sentTransaction ? { sentTransaction } : {})
    const [ofUser] = await rowsOf(user)
    expect(ofUser).toMatchObject({ fee: '0.000021', omission: 'The fee for data (L1 fee) is not known' })
    const [ofDepositor] = await rowsOf(depositor)
    expect(ofDepositor).toMatchObject({ fee: null, omission: 'What was deposited is not known' })
  }
})

test('Arbitrum: the value of a deposit is created for its receiver, its sender is of the chain below', async () => {
  const rowsOf = await exported(
    blockOf([
      { type: 0x64, from: depositor, value: 5n * ether, gasPrice: 0n, gasUsed: 0n },
      { type: 0x64, from: user, to: user, value: 2n * ether, gasPrice: 0n, gasUsed: 0n },
    ]),
  )
  expect(await rowsOf(depositor)).toEqual([])
  expect((await rowsOf(receiver)).map(({ received }) => received)).toEqual(['5'])
  expect((await rowsOf(user)).map(({ received }) => received)).toEqual(['2'])
})
