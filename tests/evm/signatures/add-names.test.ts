import { expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import type { Hex } from '#lib/base/hex.ts'
import { abiIndex, type EvmAbis, type KnownAbis } from '#lib/evm/abi/abi-index.ts'
import type { EvmTransaction } from '#lib/evm/chain/block.ts'
import { withListedNames, withNames } from '#lib/evm/family/add-names.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { evmServices, head, walletInput } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'

const verified: Hex = `0x${'c0'.repeat(20)}`
const unverified: Hex = `0x${'c1'.repeat(20)}`
const ownAbi = abiIndex([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'own_to', type: 'address' },
      { name: 'own_value', type: 'uint256' },
    ],
  },
])
const known: KnownAbis = ({ address }) => (address === verified && ownAbi ? [ownAbi] : [])
const abis: EvmAbis = {
  givenOf: async () => () => [],
  knownOf: async () => known,
  describe: async () => ({ proxy: undefined, interfaces: [] }),
}
const word = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0')
const transferInput: Hex = `0xa9059cbb${word(walletOf(2))}${word(5)}`
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const wallet = walletOf(1)

/** Calls of a verified and of an unverified contract in turns, then one that nothing names. */
const callOf = (index: number): Pick<EvmTransaction, 'to' | 'input'> => {
  if (index % 6 === 5) return { to: unverified, input: '0x26092b83' }
  if (index % 3 === 2) return { to: unverified, input: '0xfefefefe' }
  return { to: index % 3 === 0 ? verified : unverified, input: transferInput }
}
const blocks = randomBlocks(8, { first: 0 }, seeded(7)).map((block) => ({
  ...block,
  transactions: block.transactions.map((transaction, index) => {
    const topics: Hex[] = [transferTopic, `0x${word(wallet)}`, `0x${word(walletOf(2))}`]
    const logs = transaction.logs.map((log) => ({ ...log, address: unverified, topics, data: `0x${word(7)}` as Hex }))
    return { ...transaction, ...callOf(index), from: wallet, contractAddress: null, logs }
  }),
}))

const signatures = createKnownSignatures()
const services = async () => {
  const { index, evm, explorer } = evmServices(await evmStores('sqlite')(), { abis })
  await index.append(blocks, head)
  const abisOf = async () => known
  return {
    plain: evm,
    named: withNames(evm, { signatures, abisOf }),
    explorer: withListedNames(explorer, { signatures, abisOf }),
  }
}

const filled = String(blocks.find(({ transactions }) => transactions.length > 0)?.number)

test('a list names each call by the verified ABI, by a known signature, or not at all', async () => {
  const { plain, named, explorer } = await services()
  const input = walletInput(wallet, { names: 'true', limit: 100 })
  const page = await named.walletTransactions?.(input)
  const method = (of: string, data: string) =>
    page?.result.find(({ to_address, input }) => to_address === of && input.startsWith(data))?.method
  const transfer = { label: 'transfer', signature: 'transfer(address,uint256)' }
  expect(method(verified, '0xa9059cbb')).toEqual({ ...transfer, source: 'abi' })
  expect(method(unverified, '0xa9059cbb')).toEqual({ ...transfer, source: 'signatures' })
  expect(method(unverified, '0x26092b83')).toEqual({
    label: 'publicMint',
    signature: 'publicMint()',
    source: 'signatures',
  })
  expect(method(unverified, '0xfefefefe')).toBeNull()
  expect(() => evmApi.walletTransactions.output.parse(page)).not.toThrow()
  const unnamed = { ...input, names: undefined }
  expect(await named.walletTransactions?.(unnamed)).toEqual(await plain.walletTransactions(unnamed))
  const block = await explorer.evmBlockTransactions({ chain: 'eth', block_number_or_hash: filled, limit: 25 })
  const latest = await explorer.evmTransactions({ chain: 'eth', limit: 25 })
  for (const { result } of [block, latest]) {
    expect(result.length).toBeGreaterThan(0)
    expect(result.every((row) => row.method !== undefined)).toBe(true)
  }
})

test('a guess is never a decoded call or event, and is only made on request', async () => {
  const { plain, named } = await services()
  const all = blocks.flatMap(({ transactions }) => transactions)
  const ask = async (transaction: EvmTransaction | undefined, names?: string) => {
    const raw = { transaction_hash: transaction?.hash, chain: 'eth', names }
    return await named.transactionVerbose?.(parseInput(evmApi.transactionVerbose, raw))
  }
  const own = all.find(({ to, input }) => to === verified && input === transferInput)
  const other = all.find(({ to, input, logs }) => to === unverified && input === transferInput && logs.length > 0)
  const guessed = await ask(other, 'true')
  expect(guessed?.decoded_call ?? null).toBeNull()
  expect(guessed?.guessed_call?.params.map(({ value }) => value)).toEqual([expect.stringMatching(/^0x/), '5'])
  expect(guessed?.logs.map(({ decoded_event }) => decoded_event ?? null)).toEqual(guessed?.logs.map(() => null))
  expect(guessed?.logs[0]?.guessed_event).toMatchObject({ label: 'Transfer', params: [{}, {}, { value: '7' }] })
  expect(() => evmApi.transactionVerbose.output.parse(guessed)).not.toThrow()

  const minted = await ask(
    all.find(({ input }) => input === '0x26092b83'),
    'true',
  )
  expect(minted?.decoded_call ?? null).toBeNull()
  expect(minted?.guessed_call).toMatchObject({ label: 'publicMint', params: [] })

  const verifiedCall = await ask(own, 'true')
  expect(verifiedCall?.decoded_call?.params.map(({ name }) => name)).toEqual(['own_to', 'own_value'])
  expect(verifiedCall).not.toHaveProperty('guessed_call')

  const silent = await ask(other)
  expect(silent).toEqual(await plain.transactionVerbose({ transaction_hash: other?.hash ?? '', chain: 'eth' }))
  expect(JSON.stringify(silent)).not.toContain('guessed')
})

test('a source is never sent `names`, which a hosted service may refuse', async () => {
  const asked: unknown[] = []
  const { plain } = await services()
  const hosted = withNames(
    {
      walletTransactions: async (input) => {
        asked.push(JSON.parse(JSON.stringify(input)))
        return await plain.walletTransactions(input)
      },
    },
    { signatures },
  )
  const page = await hosted.walletTransactions?.(walletInput(wallet, { names: 'true', limit: 100 }))
  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toHaveProperty('names')
  expect(page?.result.some(({ method }) => method?.source === 'signatures')).toBe(true)
})
