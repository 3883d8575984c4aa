import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { createSeenTransactions } from '#lib/evm/transaction/pending-transaction.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

const hex = z.string().transform((text): `0x${string}` => `0x${text.slice(2)}`)
const receiver = `0x${'5e'.repeat(20)}`
const gwei = (amount: number) => `0x${(BigInt(amount) * 10n ** 9n).toString(16)}`

describe.each(dialects)('a transaction that is not in a block, on %s', (dialect) => {
  const createStore = evmStores(dialect)
  let anvil: Anvil
  let accounts: `0x${string}`[]
  beforeAll(async () => {
    anvil = await startAnvil(['--no-mining', '--order', 'fees'])
    accounts = z.array(hex).parse(await anvil.rpc('eth_accounts'))
  })
  afterAll(() => anvil?.stop())

  const send = async (account: number, fields: Record<string, unknown> = {}) =>
    hex.parse(
      await anvil.rpc('eth_sendTransaction', [
        {
          from: accounts[account],
          to: receiver,
          value: '0x1',
          maxFeePerGas: gwei(20),
          maxPriorityFeePerGas: gwei(1),
          ...fields,
        },
      ]),
    )
  const open = async () => {
    const store = await createStore()
    const { pool } = await indexAnvil(store, anvil)
    const abis = createEvmAbis({ store, poolOf: () => pool, log: { warn: () => {} }, waitMs: 10_000 })
    const { explorer, catchUp } = await indexAnvil(store, anvil, { abis, signatures: createKnownSignatures() })
    const read = async (hash: string) =>
      await explorer.evmPendingTransaction(parseInput(evmExplorerApi.evmPendingTransaction, { transaction_hash: hash }))
    const mine = async () => {
      await anvil.rpc('evm_mine')
      await catchUp()
    }
    return { read, mine }
  }

  test('is shown with what it will do and offers, and as mined afterwards', async () => {
    const { read, mine } = await open()
    const to = receiver.slice(2).padStart(64, '0')
    const hash = await send(0, { value: '0x0', gas: '0x186a0', data: `0xa9059cbb${to}${'7'.padStart(64, '0')}` })
    const found = await read(hash)
    expect(found).toMatchObject({
      state: 'pending',
      block_number: null,
      pending_before: 0,
      waits_for_nonce: null,
      transaction: {
        hash,
        from_address: accounts[0],
        to_address: receiver,
        gas: '100000',
        max_fee_per_gas: '20000000000',
        max_priority_fee_per_gas: '1000000000',
        call: { signature: 'transfer(address,uint256)' },
        call_source: 'signatures',
      },
    })
    expect(found.base_fee_per_gas).toMatch(/^\d+$/)
    expect(found.first_seen_at).toMatch(/^20/)
    await mine()
    const mined = await read(hash)
    expect(mined).toMatchObject({ state: 'mined', transaction: null, first_seen_at: found.first_seen_at })
    expect(Number(mined.block_number)).toBeGreaterThan(0)
  })

  test('says which nonce it waits for, and how many go before it', async () => {
    const { read, mine } = await open()
    const nonce = Number(await anvil.rpc('eth_getTransactionCount', [accounts[1], 'latest']))
    const first = await send(1, { nonce: `0x${nonce.toString(16)}` })
    const second = await send(1, { nonce: `0x${(nonce + 1).toString(16)}` })
    const late = await send(1, { nonce: `0x${(nonce + 4).toString(16)}` })
    expect(await read(first)).toMatchObject({ pending_before: 0, waits_for_nonce: null, sender_nonce: String(nonce) })
    expect(await read(second)).toMatchObject({ pending_before: 1, waits_for_nonce: null })
    expect(await read(late)).toMatchObject({ state: 'pending', pending_before: 2, waits_for_nonce: String(nonce + 2) })
    await mine()
    expect(await read(late)).toMatchObject({ state: 'pending', pending_before: 0, waits_for_nonce: String(nonce + 2) })
  })

  test('is replaced by the one with its nonce that is mined', async () => {
    const { read, mine } = await open()
    const nonce = hex.parse(await anvil.rpc('eth_getTransactionCount', [accounts[2], 'latest']))
    const cheap = await send(2, { nonce })
    expect((await read(cheap)).state).toBe('pending')
    const dear = await send(2, { nonce, value: '0x2', maxFeePerGas: gwei(90), maxPriorityFeePerGas: gwei(9) })
    expect(await read(cheap)).toMatchObject({ state: 'dropped', replaced_by: null })
    expect((await read(dear)).state).toBe('pending')
    expect(await read(cheap)).toMatchObject({ state: 'dropped', replaced_by: dear })
    await mine()
    const { state, replaced_by, block_number, transaction } = await read(cheap)
    expect({ state, replaced_by }).toEqual({ state: 'replaced', replaced_by: dear })
    expect(block_number).toBe((await read(dear)).block_number)
    expect(transaction).toMatchObject({ hash: cheap, value: '1' })
  })

  test('is dropped once the mempool that had it has it no more', async () => {
    const { read, mine } = await open()
    const hash = await send(3)
    expect((await read(hash)).state).toBe('pending')
    await anvil.rpc('anvil_dropTransaction', [hash])
    await mine()
    expect(await read(hash)).toMatchObject({ state: 'dropped', replaced_by: null, transaction: { hash } })
  })

  test('is not known if no mempool and no visitor ever had it', async () => {
    const { read } = await open()
    await expect(read(`0x${'ab'.repeat(32)}`)).rejects.toMatchObject({ code: 'not_found' })
    // Dropped before anyone asked for it.
    const hash = await send(4)
    await anvil.rpc('anvil_dropTransaction', [hash])
    await expect(read(hash)).rejects.toThrow('this server has not seen it there')
  })
})

test('seen transactions take a bounded amount of memory', () => {
  const seen = createSeenTransactions()
  const hashOf = (index: number): `0x${string}` => `0x${index.toString(16).padStart(64, '0')}`
  const see = (index: number, input: `0x${string}` = '0x') =>
    seen.see(1, { ...plain, hash: hashOf(index), nonce: BigInt(index), input }, index)
  const plain = {
    type: 2,
    from: '0x01' as const,
    to: null,
    value: 0n,
    gas: 0n,
    gasPrice: null,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    blockNumber: null,
  }
  expect(see(0, `0x${'00'.repeat(100_000)}`).transaction.input).toBeNull()
  for (let index = 1; index <= 20_000; index++) see(index)
  expect(seen.find(1, hashOf(0))).toBeUndefined()
  expect(seen.ofNonce(1, '0x01', 0n)).toBeUndefined()
  expect(seen.find(1, hashOf(20_000))?.lastSeen).toBe(20_000)
})
