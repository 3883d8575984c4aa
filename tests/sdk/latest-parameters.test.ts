import { createRequire } from 'node:module'
import Moralis from 'moralis-latest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChain } from '#lib/evm/api/chains.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { isFull } from '#tests/support/tier.ts'
import { type Ledger, readLedger, topic } from './ledger.ts'
import { allowed, busiestWallet, callingHash, ledgerPair, operations, transferEvent } from './operations.ts'
import { createSdk, rawOf, type SdkAnswer, type SdkOperation } from './sdk.ts'
import { walkBySdk } from './sdk-walk.ts'

/*
 * Every parameter that the newest release can send, on every operation that it shares with us, read from the release itself:
 * each changes the answer, or is refused by its name.
 */

type Declared = { groupName: string; name: string; urlPathParamNames: string[]; urlSearchParamNames?: string[] }
/** Operations since 2.24 are declared with the interface's own parameter names. */
type NewDeclared = { groupName: string; operationId: string; parameterNames: string[]; routePattern: string }
type Ask = Record<string, unknown>

const partsOfSdk = createRequire(createRequire(import.meta.url).resolve('moralis-latest'))
const { operationsV2All, operations: newer } = partsOfSdk('@moralisweb3/common-evm-utils') as {
  operationsV2All: Declared[]
  operations: NewDeclared[]
}

const shared = [...new Map(operations.filter(({ only }) => only !== '2.22.5').map((one) => [one.call, one])).values()]
const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const declared = shared.map(({ call, endpoint }) => {
  const found = operationsV2All.find(({ groupName, name }) => `${groupName}.${name}` === call)
  if (found !== undefined) return { call, endpoint, parameters: found.urlSearchParamNames ?? [] }
  const since = newer.find(({ groupName, operationId }) => `${groupName}.${operationId}` === call)
  if (since === undefined) throw new Error(`The release has no ${call}`)
  const inQuery = since.parameterNames.filter((name) => !since.routePattern.includes(`{${name}}`))
  return { call, endpoint, parameters: inQuery.map(inCamelCase) }
})
const cases = declared.flatMap(({ call, endpoint, parameters }) =>
  parameters.map((parameter) => ({ call, endpoint, parameter })),
)

const chain = `0x${findChain('demo')?.id.toString(16)}`
const sdk = createSdk(Moralis)
let server: Awaited<ReturnType<typeof demoApi>>
let ledger: Ledger
beforeAll(async () => {
  ;[server, ledger] = await Promise.all([demoApi(), readLedger()])
  await sdk.start(`${server.url}/api/v2.2`, apiKey)
})
afterAll(async () => {
  await server?.stop()
})

/** What to ask of each operation so that every parameter has something to act on. */
const asked: Record<string, () => Ask> = {
  'token.getWalletTokenBalances': () => ({ address: ledger.collector }),
  'wallets.getWalletTokenBalancesPrice': () => ({ address: ledger.collector }),
  'token.getWalletTokenTransfers': () => ({ address: ledger.collector }),
  'wallets.getWalletHistory': () => ({ address: ledger.trader, limit: 40 }),
  'token.getTokenOwners': () => ({ tokenAddress: ledger.coin }),
  'token.getTokenTransfers': () => ({ address: ledger.coin }),
  'token.getTokenMetadata': () => ({ addresses: [ledger.coin] }),
  'block.getDateToBlock': () => ({ date: '2024-06-01T00:00:00.000Z' }),
  'block.getBlock': () => ({ blockNumberOrHash: ledger.nftBlock }),
  'balance.getNativeBalance': () => ({ address: ledger.trader }),
  'balance.getNativeBalancesForAddresses': () => ({ walletAddresses: [ledger.trader, ledger.collector] }),
  'block.getBlockStats': () => ({ blockNumberOrHash: ledger.nftBlock }),
  'events.getContractLogs': () => ({ address: ledger.coin, limit: 60 }),
  'events.getContractEvents': () => ({ address: ledger.coin, topic: topic.transfer, abi: transferEvent, limit: 60 }),
  'token.getTokenAllowance': () => inCamelCaseKeys(allowed),
  'transaction.getInternalTransactions': () => ({ transactionHash: callingHash }),
  'transaction.getWalletTransactions': () => ({ address: ledger.trader, limit: 40 }),
  'transaction.getWalletTransactionsVerbose': () => ({ address: ledger.user, limit: 40 }),
  'transaction.getTransaction': () => ({ transactionHash: ledger.trade }),
  'transaction.getTransactionVerbose': () => ({ transactionHash: ledger.trade }),
  'nft.getWalletNFTTransfers': () => ({ address: ledger.collector }),
  'nft.getContractNFTs': () => ({ address: ledger.collection }),
  'nft.getNFTOwners': () => ({ address: ledger.collection }),
  'nft.getNFTTransfersByBlock': () => ({ blockNumberOrHash: ledger.nftBlock }),
  'nft.getNFTContractTransfers': () => ({ address: ledger.collection, limit: 60 }),
  'nft.getNFTTransfers': () => inCamelCaseKeys(ledger.edition),
  'nft.getNFTTransfersFromToBlock': () => ({ limit: 100 }),
  'nft.getNFTTokenIdOwners': () => inCamelCaseKeys(ledger.edition),
  'nft.getNFTContractMetadata': () => ({ address: ledger.collection }),
  'nft.getWalletNFTCollections': () => ({ address: ledger.collector }),
  'token.getTokenStats': () => ({ address: ledger.coin }),
  'token.getTokenMetadataBySymbol': () => ({ symbols: ['HBR'] }),
  'defi.getPairReserves': () => ({ pairAddress: ledgerPair.address }),
  'wallets.getWalletStats': () => ({ address: ledger.collector }),
  'wallets.getWalletActiveChains': () => ({ address: ledger.collector }),
  'nft.getNFTCollectionStats': () => ({ address: ledger.collection }),
  'nft.getNFTTokenStats': () => inCamelCaseKeys(ledger.edition),
  'nft.getWalletNFTs': () => ({ address: ledger.collector }),
  'nft.getNFTMetadata': () => ({ address: ledger.collection, tokenId: '1' }),
}

const inCamelCaseKeys = (asks: Ask): Ask =>
  Object.fromEntries(Object.entries(asks).map(([name, value]) => [inCamelCase(name), value]))

const ask = async (call: SdkOperation, parameters: Ask): Promise<SdkAnswer> => {
  const answer = await sdk.call(call, { chain, ...asked[call]?.(), ...parameters })
  if (answer === null) throw new Error(`${call} found nothing`)
  return answer
}
const rowsOf = async (call: SdkOperation, parameters: Ask = {}) =>
  (await walkBySdk(sdk, call, { chain, ...asked[call]?.(), ...parameters })).raw
/** The records of one answer, in an envelope or without. */
const listOf = async (call: SdkOperation, parameters: Ask): Promise<Ask[]> => {
  const raw = rawOf(await ask(call, parameters))
  return Array.isArray(raw) ? raw : (raw as { result: Ask[] }).result
}
const refusalOf = (call: SdkOperation, parameters: Ask): Promise<string> =>
  ask(call, parameters).then(
    () => 'answered',
    (error: Error) => error.message,
  )
const blockOf = (row: Ask | undefined) => Number(row?.block_number)
/** A past block has no prices, and shares are of the rows that were asked for. */
const unpriced = (rows: readonly Ask[]): Ask[] =>
  rows.map(({ usd_price, usd_value, portfolio_percentage, ...row }) => row)
const middleOf = (rows: readonly Ask[]) => rows[Math.floor(rows.length / 2)]

/** Answered from state, whose `toBlock` is its block. */
const balanceCalls: readonly SdkOperation[] = [
  'balance.getNativeBalance',
  'balance.getNativeBalancesForAddresses',
  'token.getWalletTokenBalances',
  'wallets.getWalletTokenBalancesPrice',
]

/** Of each parameter, what it does. One that is missing here is one that the release has learnt since. */
const effects: Record<string, (call: SdkOperation) => Promise<void>> = {
  chain: async (call) => expect(await refusalOf(call, { chain: '0x89' })).toMatch(/polygon/i),
  limit: async (call) => {
    const answer = await ask(call, { limit: 2 })
    expect(rawOf(answer)).toMatchObject({ page_size: 2 })
    expect((rawOf(answer) as { result: unknown[] }).result).toHaveLength(2)
  },
  cursor: async (call) => {
    const first = rawOf(await ask(call, { limit: 1 })) as { cursor: string; result: unknown[] }
    const second = rawOf(await ask(call, { limit: 1, cursor: first.cursor })) as typeof first
    expect(second.result).toHaveLength(1)
    expect(second.result).not.toEqual(first.result)
    expect(await refusalOf(call, { cursor: 'garbage' })).toMatch(/cursor is not a cursor/)
  },
  order: async (call) => {
    // Searched from the newest block down.
    if (call.startsWith('events.')) {
      expect(await refusalOf(call, { order: 'ASC' })).toMatch(/400.*order .*'DESC'/)
      expect(await rowsOf(call, { order: 'DESC' })).toEqual(await rowsOf(call))
      return
    }
    const placesOf = async (order: Ask) =>
      (await rowsOf(call, { ...order, limit: isFull ? 7 : 40 })).map((row) => [
        row.hash ?? row.transaction_hash ?? row.owner_address,
        row.log_index,
        row.token_id,
      ])
    const descending = await placesOf({})
    expect(descending.length).toBeGreaterThan(1)
    expect(await placesOf({ order: 'DESC' })).toEqual(descending)
    expect(await placesOf({ order: 'ASC' })).toEqual(descending.toReversed())
    expect(await refusalOf(call, { order: 'sideways' })).toMatch(/400.*order .*'DESC', 'ASC'/)
  },
  fromBlock: async (call) => {
    const all = await rowsOf(call)
    const block = blockOf(middleOf(all))
    expect(await rowsOf(call, { fromBlock: block })).toEqual(all.filter((row) => blockOf(row) >= block))
  },
  toBlock: async (call) => {
    if (balanceCalls.includes(call) || call === 'defi.getPairReserves') {
      if (call === 'wallets.getWalletTokenBalancesPrice')
        expect(unpriced(await listOf(call, { toBlock: ledger.head }))).toEqual(unpriced(await listOf(call, {})))
      else expect(rawOf(await ask(call, { toBlock: ledger.head }))).toEqual(rawOf(await ask(call, {})))
      // The ledger's node keeps the state of its last block only.
      expect(await refusalOf(call, { toBlock: ledger.head - 1 })).toMatch(/503.*does not have the data/)
      return
    }
    const all = await rowsOf(call)
    const block = blockOf(middleOf(all))
    expect(await rowsOf(call, { toBlock: block })).toEqual(all.filter((row) => blockOf(row) <= block))
  },
  fromDate: async (call) => {
    const all = await rowsOf(call)
    const date = String(middleOf(all)?.block_timestamp)
    expect(await rowsOf(call, { fromDate: new Date(date) })).toEqual(
      all.filter((row) => String(row.block_timestamp) >= date),
    )
  },
  toDate: async (call) => {
    if (call === 'defi.getPairReserves') {
      expect(rawOf(await ask(call, { toDate: new Date('2100-01-01') }))).toEqual(rawOf(await ask(call, {})))
      expect(await refusalOf(call, { toDate: new Date('2000-01-01') })).toMatch(/503/)
      return
    }
    const all = await rowsOf(call)
    const date = String(middleOf(all)?.block_timestamp)
    expect(await rowsOf(call, { toDate: new Date(date) })).toEqual(
      all.filter((row) => String(row.block_timestamp) <= date),
    )
  },
  include: async (call) => {
    const has = async (parameters: Ask) =>
      JSON.stringify(rawOf(await ask(call, parameters))).includes('"internal_transactions"')
    expect(await has({})).toBe(false)
    expect(await has({ include: 'internal_transactions' })).toBe(true)
    expect(await refusalOf(call, { include: 'everything' })).toMatch(/400.*include .*'internal_transactions'/)
  },
  format: async (call) => {
    const idsOf = async (format: string) => {
      const raw = rawOf(await ask(call, { format })) as { result?: Ask[] } & Ask
      return (raw.result ?? [raw]).map(({ token_id }) => String(token_id))
    }
    const hex = await idsOf('hex')
    expect(hex.every((id) => id.startsWith('0x'))).toBe(true)
    expect(hex.map((id) => BigInt(id).toString())).toEqual(await idsOf('decimal'))
  },
  normalizeMetadata: async (call) => {
    const has = async (normalizeMetadata: boolean) =>
      JSON.stringify(rawOf(await ask(call, { normalizeMetadata }))).includes('"normalized_metadata"')
    expect([await has(true), await has(false)]).toEqual([true, false])
  },
  mediaItems: async (call) => {
    const has = async (mediaItems: boolean) =>
      JSON.stringify(rawOf(await ask(call, { mediaItems }))).includes('"media":')
    expect([await has(true), await has(false)]).toEqual([true, false])
  },
  totalRanges: async (call) => {
    expect(await refusalOf(call, { totalRanges: 2 })).toMatch(/400.*range is required/)
    const parts = [
      ...(await rowsOf(call, { totalRanges: 2, range: 1 })),
      ...(await rowsOf(call, { totalRanges: 2, range: 2 })),
    ]
    const all = await rowsOf(call)
    expect(parts.map(({ token_hash }) => token_hash).sort()).toEqual(all.map(({ token_hash }) => token_hash).sort())
  },
  range: async (call) => {
    expect(await refusalOf(call, { range: 2 })).toMatch(/400.*totalRanges is required/)
    expect(await rowsOf(call, { totalRanges: 2, range: 1 })).not.toEqual(
      await rowsOf(call, { totalRanges: 2, range: 2 }),
    )
  },
  tokenAddresses: async (call) => {
    if (balanceCalls.includes(call)) {
      const all = await listOf(call, {})
      const found = await listOf(call, { tokenAddresses: [ledger.coin] })
      expect(unpriced(found)).toEqual(unpriced(all.filter(({ token_address }) => token_address === ledger.coin)))
      expect(found).toHaveLength(1)
      return
    }
    const all = await rowsOf(call)
    const wanted = (row: Ask) => row.token_address === ledger.collection
    const found = await rowsOf(call, { tokenAddresses: [ledger.collection] })
    expect(found.map(({ token_hash }) => token_hash)).toEqual(all.filter(wanted).map(({ token_hash }) => token_hash))
    expect(found.length).toBeLessThan(all.length)
  },
  excludeSpam: async (call) => {
    if (balanceCalls.includes(call)) {
      const kept = (await listOf(call, {})).filter(({ possible_spam }) => !possible_spam)
      expect(await listOf(call, { excludeSpam: true })).toEqual(kept)
      return
    }
    const all = await rowsOf(call, { excludeSpam: false })
    const kept = await rowsOf(call, { excludeSpam: true })
    // The ledger's makers vouch for all of its NFTs; tests/evm/query/flags.test.ts has spam left out.
    expect(await refusalOf(call, { excludeSpam: 'perhaps' })).toMatch(/400.*exclude_spam is not a boolean/)
    const keysOf = (rows: readonly Ask[]) => rows.map(({ token_hash, token_address }) => token_hash ?? token_address)
    expect(keysOf(kept)).toEqual(keysOf(all.filter(({ possible_spam }) => !possible_spam)))
  },
  tokenCounts: async (call) => {
    const counts = async (tokenCounts: boolean) => (await rowsOf(call, { tokenCounts })).map(({ count }) => count)
    expect(await counts(true)).toEqual((await rowsOf(call)).map(() => expect.any(Number)))
    expect((await counts(false)).filter((count) => count !== undefined)).toEqual([])
  },
  excludeUnverifiedContracts: async (call) => {
    const all = await listOf(call, {})
    const kept = all.filter(({ verified_contract }) => verified_contract)
    expect(kept.length).toBeLessThan(all.length)
    expect(await listOf(call, { excludeUnverifiedContracts: true })).toEqual(kept)
  },
  excludeNative: async (call) => {
    const all = await listOf(call, {})
    expect(all[0]).toMatchObject({ native_token: true })
    expect(unpriced(await listOf(call, { excludeNative: true }))).toEqual(unpriced(all.slice(1)))
  },
  includeInternalTransactions: async (call) => {
    const has = async (includeInternalTransactions: boolean) =>
      JSON.stringify(rawOf(await ask(call, { includeInternalTransactions }))).includes('"internal_transactions"')
    expect([await has(true), await has(false)]).toEqual([true, false])
  },
  nftMetadata: async (call) =>
    expect(await refusalOf(call, { nftMetadata: true })).toMatch(/400.*nft_metadata is not a parameter/),
  maxTokenInactivity: async (call) =>
    expect(await refusalOf(call, { maxTokenInactivity: 3 })).toMatch(/400.*max_token_inactivity is not a parameter/),
  addresses: async (call) => {
    const other = ledger.collection
    expect((await listOf(call, { addresses: [ledger.coin, other] })).map(({ address }) => address)).toEqual([
      ledger.coin,
      other,
    ])
  },
  blockNumber: async (call) => {
    const block = blockOf(middleOf(await rowsOf(call)))
    const found = await rowsOf(call, { blockNumber: block })
    expect(found).toEqual((await rowsOf(call)).filter((row) => blockOf(row) === block))
  },
  topic0: async (call) => {
    const found = await rowsOf(call, { topic0: topic.approval })
    expect(found).toEqual((await rowsOf(call)).filter(({ topic0 }) => topic0 === topic.approval))
    expect(found.length).toBeGreaterThan(0)
  },
  topic: async (call) => {
    expect(await refusalOf(call, { topic: 'Transfer' })).toMatch(/400.*topic is not the topic of an event: expected 0x/)
    expect(await refusalOf(call, { topic: topic.approval })).toMatch(/400.*abi declares another event/)
  },
  symbols: async (call) =>
    expect((await listOf(call, { symbols: ['nothing-has-this-symbol'] })).map(({ symbol }) => symbol)).toEqual([]),
  chains: async (call) => {
    const { active_chains } = rawOf(await ask(call, { chains: [chain] })) as { active_chains: Ask[] }
    expect(active_chains.map((one) => one.chain_id)).toEqual([chain])
    expect(await refusalOf(call, { chains: ['0x89'] })).toMatch(/polygon/i)
  },
  offset: async (call) => expect(await refusalOf(call, { offset: 3 })).toMatch(/400.*offset is not a parameter/),
  walletAddresses: async (call) => {
    const [one] = await listOf(call, { walletAddresses: [ledger.trader] })
    expect(one?.wallet_balances).toMatchObject([{ address: ledger.trader }])
    expect(await refusalOf(call, { walletAddresses: [] })).toMatch(/400.*wallet_addresses is required/)
  },
  // The node of the ledger knows the allowances of its accounts alone.
  ownerAddress: async (call) =>
    expect(await refusalOf(call, { ownerAddress: allowed.spender_address })).toMatch(/404.*reports an allowance/),
  spenderAddress: async (call) =>
    expect(await refusalOf(call, { spenderAddress: allowed.owner_address })).toMatch(/404.*reports an allowance/),
  date: async (call) => {
    const first = rawOf(await ask(call, { date: '2000-01-01' })) as Ask
    expect(first).toMatchObject({ block: 0 })
    const time = String((rawOf(await ask('block.getBlock', {})) as Ask).timestamp)
    expect(rawOf(await ask(call, { date: time }))).toMatchObject({ block: Number(ledger.nftBlock) })
  },
  contractAddresses: async (call) => {
    const all = await rowsOf(call)
    if (call === 'token.getWalletTokenTransfers') {
      const found = await rowsOf(call, { contractAddresses: [ledger.coin] })
      expect(found).toEqual(all.filter(({ address }) => address === ledger.coin))
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(all.length)
      return
    }
    const found = await rowsOf(call, { contractAddresses: [ledger.collection] })
    expect(found).toEqual(all.filter(({ token_address }) => token_address === ledger.collection))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(all.length)
    expect(await refusalOf(call, { contractAddresses: ['oops'] })).not.toBe('answered')
  },
}

test('every parameter of the operations shared with the release has a rule here', () => {
  expect(declared.length).toBeGreaterThan(10)
  expect(cases.map(({ parameter }) => parameter).filter((parameter) => !(parameter in effects))).toEqual([])
})

test.each(cases)('$call supports $parameter', async ({ call, parameter }) => {
  await effects[parameter]?.(call)
})

describe('a parameter that an endpoint does not have', () => {
  const walletPath = `/${busiestWallet}`
  const get = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })
    return { status: response.status, text: await response.text() }
  }
  const unknown = 'utm_source=x&offset=3'

  test('is ignored by /api/v2', async () => {
    const plain = await get(`/api/v2${walletPath}?chain=demo&limit=2`)
    const more = await get(`/api/v2${walletPath}?chain=demo&limit=2&${unknown}`)
    expect(more.status).toBe(200)
    expect(JSON.parse(more.text).result).toEqual(JSON.parse(plain.text).result)
  })

  test('is refused by /api/v2.2 by its name, with a list of accepted ones; exports of the same list too', async () => {
    for (const base of ['/api/v2.2', '/api/export/jsonl/v2.2']) {
      const { status, text } = await get(`${base}${walletPath}?chain=demo&limit=2&${unknown}`)
      expect(status).toBe(400)
      const { message, details } = JSON.parse(text)
      expect(message).toMatch(
        /^utm_source, offset are not parameters of this endpoint: expected chain, from_block, .*order/,
      )
      expect(details.map(({ name }: { name: string }) => name)).toEqual(['utm_source', 'offset'])
      // What the path has already said is no parameter of the query.
      expect((await get(`${base}${walletPath}?chain=demo&address=${ledger.trader}`)).text).toMatch(
        /address is not a parameter/,
      )
      expect((await get(`${base}${walletPath}?chain=demo&limit=2`)).status).toBe(200)
    }
  })

  test('every notation of a list is accepted', async () => {
    for (const name of ['token_addresses', 'token_addresses[]', 'token_addresses[0]', 'token_addresses%5B%5D']) {
      const { status } = await get(`/api/v2.2/${ledger.collector}/nft?chain=demo&${name}=${ledger.collection}`)
      expect(status, name).toBe(200)
    }
  })
})
