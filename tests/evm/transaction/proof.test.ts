import { describe, expect, test } from 'vitest'
import type { Input, Output } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { blockCheckNames } from '#lib/evm/api/block-checks.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const pool = createPool([demoEvmTransport()])
const reader = createEvmReader(pool, { finalityBlocks: 65, proof: { rules: {}, refuse: false } })
const plainReader = createEvmReader(pool, { finalityBlocks: 65 })
const node = createNodeAccess([{ chain: 'eth', pool, reader: plainReader }])
const nodeless = {}

describe.each(dialects)('checks and proofs on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const servicesOf = async (blocks: readonly EvmBlock[], access = node) => {
    const services = evmServices(await createStore(), { node: access })
    await services.index.append(blocks, head)
    const ask = async <Name extends 'evmBlockChecks' | 'evmTransactionProof'>(
      name: Name,
      raw: Record<string, unknown>,
    ): Promise<Output<EvmExplorerApi[Name]>> => {
      const input = parseInput(evmExplorerApi[name], raw) as Input<EvmExplorerApi[Name]>
      const answer = await (services.explorer[name] as (given: typeof input) => Promise<unknown>)(input)
      return evmExplorerApi[name].output.parse(answer) as Output<EvmExplorerApi[Name]>
    }
    return { ...services, ask }
  }
  const outcomesOf = ({ checks }: Output<EvmExplorerApi['evmBlockChecks']>) =>
    Object.fromEntries(checks.map(({ check, outcome, reason }) => [check, reason ?? outcome]))
  const allHeld = Object.fromEntries(blockCheckNames.map((name) => [name, 'held']))

  test('check results are stored with their block, need no node, and are removed with the block', async () => {
    const blocks = await reader.blocks(0, 6)
    const [odd, even] = [blocks[3], blocks[4]]
    if (!odd?.checks || !even?.checks) throw new Error('The reader checked nothing')
    const marked = blocks
      .with(3, { ...odd, checks: { ...odd.checks, receipts_root: 'failed' } })
      .with(4, { ...even, checks: { ...even.checks, block_hash: 'field_missing', logs_bloom: 'chain_differs' } })
    const { ask, index } = await servicesOf(marked, nodeless)
    expect(outcomesOf(await ask('evmBlockChecks', { block_number_or_hash: 2 }))).toEqual(allHeld)
    const failed = await ask('evmBlockChecks', { block_number_or_hash: odd.hash })
    expect(failed).toMatchObject({ block_number: '3', block_hash: odd.hash, source: 'index' })
    expect(outcomesOf(failed)).toEqual({ ...allHeld, receipts_root: 'failed' })
    expect(outcomesOf(await ask('evmBlockChecks', { block_number_or_hash: 4 }))).toEqual({
      ...allHeld,
      block_hash: 'The node omits a field that is part of it.',
      logs_bloom: 'This chain computes it differently from Ethereum.',
    })
    await index.rewind(2)
    await index.append(blocks.slice(3), head)
    expect(outcomesOf(await ask('evmBlockChecks', { block_number_or_hash: 3 }))).toEqual(allHeld)
  })

  test('checks of blocks indexed before the feature, outside the index, or on request are recomputed from the node', async () => {
    const { ask } = await servicesOf(await plainReader.blocks(0, 6))
    for (const block of [3, 700]) {
      const answer = await ask('evmBlockChecks', { block_number_or_hash: block })
      expect(answer.source).toBe('node')
      expect(outcomesOf(answer)).toEqual(allHeld)
      const { reported, computed } = answer.checks.find(({ check }) => check === 'block_hash') ?? {}
      expect(reported).toBe(answer.block_hash)
      expect(computed).toBe(answer.block_hash)
    }
    const checked = await servicesOf(await reader.blocks(0, 6))
    expect((await checked.ask('evmBlockChecks', { block_number_or_hash: 3 })).source).toBe('index')
    expect((await checked.ask('evmBlockChecks', { block_number_or_hash: 3, again: true })).source).toBe('node')
    await expect(ask('evmBlockChecks', { block_number_or_hash: 9_999 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a proof is made for exactly the indexed block', async () => {
    const blocks = await reader.blocks(0, 30)
    const { ask, index } = await servicesOf(blocks)
    const block = blocks.find(({ transactions }) => transactions.length > 2)
    const transaction = block?.transactions[2]
    if (!block || !transaction) throw new Error('The ledger begins without transactions')
    const proof = await ask('evmTransactionProof', { transaction_hash: transaction.hash })
    expect(proof).toMatchObject({
      transaction_hash: transaction.hash,
      transaction_index: 2,
      block_number: String(block.number),
      block_hash: block.hash,
      header: { reason: null },
      transaction: { reason: null },
      receipt: { reason: null },
    })
    expect(proof.transaction.nodes.length).toBeGreaterThan(0)
    await expect(ask('evmTransactionProof', { transaction_hash: `0x${'ab'.repeat(32)}` })).rejects.toMatchObject({
      code: 'not_found',
    })
    // The index has a fork of it: the node's block is not the one that was asked about.
    const fork = { ...block, hash: `0x${'f'.repeat(64)}` as const }
    await index.rewind(block.number - 1)
    await index.append([fork], head)
    await expect(ask('evmTransactionProof', { transaction_hash: transaction.hash })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })

  test('without a node there are no proofs, and the message says so', async () => {
    const blocks = await plainReader.blocks(0, 12)
    const { ask } = await servicesOf(blocks, nodeless)
    const hash = blocks.flatMap(({ transactions }) => transactions)[0]?.hash
    for (const asked of [
      ask('evmTransactionProof', { transaction_hash: hash }),
      ask('evmBlockChecks', { block_number_or_hash: 3 }),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'not_available', message: expect.stringContaining('node') })
    await expect(ask('evmTransactionProof', { transaction_hash: hash, chain: 'bsc' })).rejects.toMatchObject({
      code: 'chain_not_served',
    })
  })
})
