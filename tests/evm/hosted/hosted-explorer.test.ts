import { expect, test } from 'vitest'
import type { Input } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import * as examples from '#lib/evm/api/examples.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { HostedInterface } from '#lib/evm/hosted/hosted-blocks.ts'
import { createHostedExplorer, type HostedExplorer } from '#lib/evm/hosted/hosted-explorer.ts'
import { withHostedHits } from '#lib/evm/hosted/hosted-search.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

/* The explorer's endpoints over a hosted service with a chain of ten blocks of three transactions each. */

const newest = 9
const hashOf = (number: number): string => `0x${String(number).padStart(64, 'b')}`
const transactionHash = (number: number, index: number): string => `0x${`${number}${index}`.padStart(64, 'a')}`

const example = evmApi.blockContents.example.output
const contents = (number: number) => ({
  ...example,
  number: String(number),
  hash: hashOf(number),
  parent_hash: hashOf(number - 1),
  transactions: [0, 1, 2].map((index) => ({
    ...examples.plainTransaction,
    logs: [],
    hash: transactionHash(number, index),
    transaction_index: String(index),
    block_number: String(number),
    block_hash: hashOf(number),
  })),
})

const token = { ...examples.tokenBalance, native_token: false, possible_spam: false, balance: '5' }
const coin = { ...token, token_address: `0x${'e'.repeat(40)}`, native_token: true, balance: '7' }

/** A hosted service that notes the calls it receives. */
const start = (changed: Partial<HostedInterface> = {}) => {
  const calls: string[] = []
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') }
  const hosted: HostedInterface = {
    blockContents: async ({ block_number_or_hash: wanted }) => {
      calls.push(`block ${wanted.slice(-1)}`)
      const number = wanted.startsWith('0x') ? Number(wanted.replace(/^0xb*/, '')) : Number(wanted)
      if (!(number <= newest)) throw new ServiceError('not_found', 'No block found.')
      return contents(number)
    },
    dateToBlock: async ({ date }) => {
      calls.push(`date ${date.slice(0, 10)}`)
      return { ...evmApi.dateToBlock.example.output, block: newest, hash: hashOf(newest) }
    },
    nativeBalance: async () => {
      calls.push('balance')
      return { balance: '11' }
    },
    tokenMetadata: async () => [{ ...examples.tokenMetadata, symbol: 'EXD', decimals: '6' }],
    tokenOwners: async () => evmApi.tokenOwners.example.output,
    transaction: async () => {
      throw new ServiceError('not_found', 'No transaction found.')
    },
    walletTokens: async () => ({
      ...{ page: 1, page_size: 100, block_number: newest, cursor: null },
      result: [coin, token, { ...token, possible_spam: true }, { ...token, symbol: null }, { ...token, balance: '0' }],
    }),
    ...changed,
  }
  return { calls, clock, explorer: createHostedExplorer(hosted, () => clock.ms) }
}

const wallet = { address: examples.wallet, chain: 'eth', folded: false, limit: 25 }

/** Inputs for every endpoint that is answered. */
const inputs: { [Name in keyof HostedExplorer]: Input<EvmExplorerApi[Name]> } = {
  evmAddress: wallet,
  evmBlock: { chain: 'eth', block_number_or_hash: '5' },
  evmBlockTransactions: {
    chain: 'eth',
    block_number_or_hash: '5',
    limit: 25,
    from_index: undefined,
    cursor: undefined,
  },
  evmBlocks: { chain: 'eth', limit: 25, to_date: undefined, cursor: undefined },
  evmHoldings: wallet,
  evmSearch: { chain: 'eth', q: '5' },
  evmTokenHolders: { ...wallet, cursor: undefined },
  evmTransactions: { chain: 'eth', limit: 25, cursor: undefined },
}

test.each(Object.entries(inputs))(
  'the answer of %s follows its contract, with at most three calls',
  async (name, input) => {
    const { explorer, calls } = start()
    const endpointName = name as keyof HostedExplorer
    const answer = await explorer[endpointName](input as never)
    evmExplorerApi[endpointName].output.parse(answer)
    expect(calls.length).toBeLessThanOrEqual(3)
  },
)

test('the header and the transactions of a block are one call, and a later page none', async () => {
  const { explorer, calls } = start()
  const { block_hash, transaction_count, finalized } = await explorer.evmBlock(inputs.evmBlock)
  expect({ block_hash, transaction_count, finalized }).toEqual({
    block_hash: hashOf(5),
    transaction_count: 3,
    finalized: null,
  })
  const listed = { ...inputs.evmBlockTransactions, block_number_or_hash: block_hash, limit: 2 }
  const first = await explorer.evmBlockTransactions(listed)
  const second = await explorer.evmBlockTransactions({ ...listed, cursor: first.cursor ?? undefined })
  expect([...first.result, ...second.result].map(({ hash }) => hash)).toEqual(
    [0, 1, 2].map((index) => transactionHash(5, index)),
  )
  expect(second.cursor).toBeNull()
  expect(calls).toEqual(['block 5'])
})

test('a block by number is read again after ten seconds, as a reorg may have replaced it', async () => {
  const { explorer, calls, clock } = start()
  await explorer.evmBlock(inputs.evmBlock)
  clock.ms += 10_000
  await explorer.evmBlock(inputs.evmBlock)
  expect(calls).toEqual(['block 5', 'block 5'])
})

test('the lists of a chain start at its newest block and lead to its first, without gaps', async () => {
  const { explorer } = start()
  const blocks: string[] = []
  const transactions: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await explorer.evmBlocks({ ...inputs.evmBlocks, cursor })
    blocks.push(...page.result.map(({ block_number }) => block_number))
    cursor = page.cursor
  }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await explorer.evmTransactions({ ...inputs.evmTransactions, limit: 2, cursor })
    transactions.push(...page.result.map(({ hash }) => hash))
    cursor = page.cursor
  }
  const numbers = Array.from({ length: newest + 1 }, (_, index) => newest - index)
  expect(blocks).toEqual(numbers.map(String))
  expect(transactions).toEqual(numbers.flatMap((number) => [2, 1, 0].map((index) => transactionHash(number, index))))
})

test.each(['evmBlocks', 'evmBlockTransactions', 'evmTransactions'] as const)(
  '%s refuses a cursor of another list',
  async (name) => {
    const { explorer, calls } = start()
    await expect(explorer[name]({ ...inputs[name], cursor: 'eyJ4Ijox' } as never)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(calls).toEqual([])
  },
)

test('holdings count what they fold and leave out balances of zero', async () => {
  const { explorer, calls } = start()
  const { native, tokens, token_count, folded } = await explorer.evmHoldings(wallet)
  expect(native.balance).toBe('7')
  expect(tokens).toHaveLength(1)
  expect({ token_count, spam: folded.spam, unverified: folded.unverified }).toEqual({
    token_count: 1,
    spam: 1,
    unverified: 1,
  })
  expect((await explorer.evmHoldings({ ...wallet, folded: true })).tokens).toHaveLength(3)
  expect(calls).toEqual([])
})

test('a native balance that the list lacks is asked for', async () => {
  const { explorer } = start({
    walletTokens: async () => ({ page: 1, page_size: 100, block_number: newest, cursor: null, result: [] }),
  })
  expect((await explorer.evmHoldings(wallet)).native.balance).toBe('11')
})

test.each([
  [
    { symbol: 'EXD', decimals: '6' },
    { kind: 'token', contract_type: 'ERC20' },
  ],
  [
    { symbol: 'EXD', decimals: null },
    { kind: 'contract', contract_type: null },
  ],
  [
    { symbol: null, decimals: null },
    { kind: null, contract_type: null },
  ],
])('an address whose metadata are %j is of the kind %j', async (metadata, kind) => {
  const { explorer } = start({ tokenMetadata: async () => [{ ...examples.tokenMetadata, ...metadata }] })
  expect(await explorer.evmAddress(wallet)).toMatchObject(kind)
})

test('an address whose balance is refused keeps its kind', async () => {
  const nativeBalance = () => Promise.reject(new ServiceError('upstream_failed', 'Not today.'))
  const { explorer } = start({ nativeBalance, tokenMetadata: async () => [examples.tokenMetadata] })
  expect(await explorer.evmAddress(wallet)).toMatchObject({ kind: 'token', balance: null })
})

test('a search finds a block by number and by hash, and nothing that the service does not know', async () => {
  const { explorer } = start()
  const find = async (q: string) =>
    (await explorer.evmSearch({ chain: 'eth', q })).result.map(({ type, title }) => `${type}: ${title}`)
  expect(await find('5')).toEqual(['block: Block 5 on Ethereum'])
  expect(await find(hashOf(5))).toEqual(['block: Block 5 on Ethereum'])
  expect(await find('5000')).toEqual([])
  expect(await find('some words')).toEqual([])
})

test('a search without a chain asks the hosted service only for what the own index does not have', async () => {
  const { explorer, calls } = start()
  const hit = { type: 'block', chain: 'polygon', value: '5', title: 'Block 5 on Polygon' } as const
  const search = (own: (typeof hit)[]) =>
    withHostedHits(
      async () => ({ result: own }),
      explorer.evmSearch,
      async () => ['eth'],
    )({ q: '5', chain: undefined })
  expect((await search([hit])).result).toEqual([hit])
  expect(calls).toEqual([])
  expect((await search([])).result).toMatchObject([{ type: 'block', chain: 'eth' }])
})

test('a search names the chains for which the hosted service failed', async () => {
  const { explorer } = start({
    blockContents: async () => {
      throw new ServiceError('upstream_failed', 'The hosted service failed.')
    },
  })
  const search = withHostedHits(
    async () => ({ result: [] }),
    explorer.evmSearch,
    async () => ['eth'],
  )
  expect(await search({ q: '5', chain: undefined })).toEqual({ result: [], unanswered: ['Ethereum'] })
})
