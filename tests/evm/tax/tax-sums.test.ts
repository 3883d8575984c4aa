import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { toHex } from '#lib/base/bytes.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmTaxRow } from '#lib/evm/tax/contract.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { indexDemo } from './demo-index.ts'

/* The sums of the export of every wallet of the demo ledger, against what its node says that the wallet has. */

const { recording } = await recordedChain()
const decimals = 18

let indexed: Awaited<ReturnType<typeof indexDemo>>
beforeAll(async () => {
  indexed = await indexDemo(await evmStores('sqlite')())
}, 120_000)

const all = new Map<string, Promise<EvmTaxRow[]>>()
const exported = (address: string): Promise<EvmTaxRow[]> => {
  const rows = all.get(address) ?? readRows(address)
  all.set(address, rows)
  return rows
}

const readRows = async (address: string): Promise<EvmTaxRow[]> => {
  const rows: EvmTaxRow[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = parseInput(evmExplorerApi.evmTaxRows, {
      ...{ address, chains: ['demo'], include_spam: true, limit: 25 },
      cursor: cursor ?? undefined,
    })
    const page = evmExplorerApi.evmTaxRows.output.parse(await indexed.explorer.evmTaxRows(input))
    rows.push(...page.result)
    cursor = page.cursor
  }
  return rows
}

const units = (amount: string | null, places = decimals): bigint => {
  if (amount === null) return 0n
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

const coinChange = (rows: readonly EvmTaxRow[]): bigint =>
  rows.reduce((sum, row) => {
    const received = row.received_token === null ? units(row.received_amount) : 0n
    const sent = row.sent_token === null ? units(row.sent_amount) : 0n
    return sum + received - sent - units(row.fee_amount)
  }, 0n)

/** What accounts had before the first transaction that touched them, as the node reported it. */
const openingBalances = (): ReadonlyMap<string, bigint> => {
  const account = z.object({ balance: z.string().optional() })
  const opening = new Map<string, bigint>()
  for (const { hash } of recording.blocks.flatMap(({ transactions }) => transactions)) {
    const { pre, post } = recording.stateChanges[hash] ?? { pre: {}, post: {} }
    for (const address of [...Object.keys(pre), ...Object.keys(post)])
      if (!opening.has(address)) opening.set(address, BigInt(account.parse(pre[address] ?? {}).balance ?? 0))
  }
  return opening
}

const opening = openingBalances()
const addresses = Object.keys(recording.balances)

test('coin: what a wallet had at first, plus what it received, less what it sent and its fees, is what it has', async () => {
  const differing: string[] = []
  for (const address of addresses) {
    const change = coinChange(await exported(address))
    const expected = BigInt(recording.balances[address] ?? 0) - (opening.get(address) ?? 0n)
    if (change !== expected) differing.push(`${address}: ${change} instead of ${expected}`)
  }
  expect(differing).toEqual([])
  expect(addresses.length).toBeGreaterThan(40)
})

const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])

test('tokens: what a wallet received less what it sent is what each contract says that it has', async () => {
  const read = async (token: string, holder: string): Promise<bigint> => {
    const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [holder as `0x${string}`] })
    return BigInt(z.string().parse(await indexed.pool.call('eth_call', [{ to: token, data }, 'latest'])))
  }
  const places = new Map<string, number>()
  const contracts = await indexed.store.db.selectFrom('evm_contracts').select(['address', 'decimals']).execute()
  for (const { address, decimals } of contracts) places.set(toHex(address), decimals ?? 0)
  let held = 0
  for (const address of addresses) {
    const sums = new Map<string, bigint>()
    const add = (token: string | null, id: string | null, amount: bigint) => {
      if (token !== null && id === null) sums.set(token, (sums.get(token) ?? 0n) + amount)
    }
    for (const row of await exported(address)) {
      add(row.received_token, row.received_token_id, units(row.received_amount, places.get(row.received_token ?? '')))
      add(row.sent_token, row.sent_token_id, -units(row.sent_amount, places.get(row.sent_token ?? '')))
    }
    for (const [token, sum] of sums) {
      expect(sum, `${token} of ${address}`).toBe(await read(token, address))
      if (sum > 0n) held++
    }
  }
  expect(held).toBeGreaterThan(50)
})

test('NFTs: what a wallet received and did not send is what it owns', async () => {
  const owned = await indexed.store.db
    .selectFrom('evm_nft_tokens')
    .select(['token_address', 'token_id', 'owner'])
    .where('standard', '<>', 1155)
    .where('owner', 'is not', null)
    .execute()
  const collections = new Set(owned.map(({ token_address }) => toHex(token_address) as string))
  const expected = new Set(
    owned.map(
      ({ token_address, token_id, owner }) => `${toHex(owner ?? new Uint8Array())} ${toHex(token_address)} ${token_id}`,
    ),
  )
  const found = new Set<string>()
  for (const address of addresses)
    for (const row of await exported(address)) {
      if (row.received_token_id !== null && collections.has(row.received_token ?? ''))
        found.add(`${address} ${row.received_token} ${row.received_token_id}`)
      if (row.sent_token_id !== null) found.delete(`${address} ${row.sent_token} ${row.sent_token_id}`)
    }
  expect([...found].sort()).toEqual([...expected].filter((one) => addresses.includes(one.slice(0, 42))).sort())
  expect(found.size).toBeGreaterThan(100)
})

test('approvals and failed transactions are rows of a fee only, on one row of their transaction', async () => {
  const rows = (await Promise.all(addresses.slice(0, 12).map((address) => exported(address)))).flat()
  const labels = new Map(rows.map(({ label }) => [label, rows.filter((row) => row.label === label)]))
  for (const row of [...(labels.get('approve') ?? []), ...(labels.get('failed') ?? [])])
    expect(row).toMatchObject({ sent_amount: null, received_amount: null, fee_amount: expect.stringMatching(/^0\.\d/) })
  expect(labels.get('approve')?.length).toBeGreaterThan(3)
  expect(labels.get('failed')?.length).toBeGreaterThan(3)
  for (const address of addresses.slice(0, 12)) {
    const paid = (await exported(address)).filter(({ fee_amount }) => fee_amount !== null)
    expect(new Set(paid.map(({ transaction_hash }) => transaction_hash)).size).toBe(paid.length)
  }
})

test('wrapping coin is a row with both sides', async () => {
  const wrapped = '0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca'
  const rows = (await Promise.all(addresses.map((address) => exported(address)))).flat()
  const wraps = rows.filter((row) => row.received_token === wrapped && row.label === 'deposit')
  const unwraps = rows.filter((row) => row.sent_token === wrapped && row.label === 'withdraw')
  for (const row of wraps) expect(row).toMatchObject({ sent_token: null, sent_amount: row.received_amount })
  for (const row of unwraps) expect(row).toMatchObject({ received_token: null, received_amount: row.sent_amount })
  expect([wraps.length > 0, unwraps.length > 0]).toEqual([true, true])
})
