import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { walletNftTransfersQuery } from '#lib/evm/nft/wallet-nft-transfers.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { erc20TransfersQuery } from '#lib/evm/token/erc20-events.ts'
import type { Store } from '#lib/store/store.ts'
import {
  addTransfers,
  contractOf,
  holdingLine,
  holdingsOf,
  inListOrder,
  memoryBackfill,
  nftLists,
  randomTransfers,
  shownLine,
  type Transfer,
  walkPages,
  wantAllDocuments,
} from '#tests/evm/nft/nft-lists-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { countingStore, evmServices, head, walletInput } from './evm-services.ts'
import { evmStores } from './evm-stores.ts'
import { randomBlocks, walletOf } from './random-chain.ts'
import {
  insertBlocks,
  insertTokenRows,
  queryContext,
  randomTokenRows,
  contractOf as tokenOf,
} from './token-rows-fixture.ts'

const chain = 1
const nobody = { chain: undefined, text: '' }

const rate = async (store: Store<EvmTables>, address: string, score: number): Promise<void> => {
  const row = { chain, address: toBytes(address), score, reasons: '[]', rated_at: 1, due_at: null }
  await store.db.insertInto('evm_ratings').values(row).execute()
}

describe.each(dialects)('labels and flags on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test("the operator's lists take precedence over the score, and flags cost one statement that is then cached", async () => {
    const plain = await createStore()
    const [rated, excused, listed, harmless] = [0, 1, 2, 3].map(contractOf) as [string, string, string, string]
    await rate(plain, rated, 50)
    await rate(plain, excused, 100)
    await rate(plain, harmless, 49)
    const known = createKnownAddresses({
      verified: [{ ...nobody, address: excused }],
      spam: [{ ...nobody, address: listed }],
    })
    const { store, statements } = countingStore(plain)
    let now = 1_000
    const context = { store, known, now: () => now }
    const all = [rated, excused, listed, harmless]
    const { flags } = await marksOf(context, chain, [...all, ...all.map(toBytes)])
    expect(all.map((address) => Object.values(flags(address)))).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [false, false],
    ])
    expect(statements()).toBe(1)
    await plain.db.updateTable('evm_ratings').set({ score: 0 }).execute()
    expect((await marksOf(context, chain, all)).flags(rated).possible_spam).toBe(true)
    expect(statements()).toBe(1)
    now += 30_000
    expect((await marksOf(context, chain, all)).flags(rated).possible_spam).toBe(false)
  })

  test('transactions carry the labels of both sides', async () => {
    const store = await createStore()
    const blocks = randomBlocks(30, { first: 0 }, seeded(5))
    const wallet = walletOf(0)
    const known = createKnownAddresses({ labels: [{ chain, address: wallet, text: 'Alice' }] })
    const { index, evm, explorer } = evmServices(store, { known })
    await index.append(blocks, head)
    const { result } = await evm.walletTransactions(walletInput(wallet, { limit: 100 }))
    const latest = await explorer.evmTransactions({ limit: 100, chain: 'eth' })
    const [first] = result
    const one = await evm.transaction({ transaction_hash: first?.hash ?? '', chain: 'eth' })
    for (const record of [...result, ...latest.result, one]) {
      expect(record.from_address_label).toBe(record.from_address === wallet ? 'Alice' : null)
      expect(record.to_address_label).toBe(record.to_address === wallet ? 'Alice' : null)
    }
    expect(result.some(({ to_address_label }) => to_address_label === 'Alice')).toBe(true)
  })

  test('token and NFT transfers carry the labels of both sides and the flags of their contract', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 60)
    await insertTokenRows(store, randomTokenRows(0, 60, seeded(6)))
    const [spam, verified] = [tokenOf(0), tokenOf(1)]
    await rate(store, spam, 80)
    const known = createKnownAddresses({
      labels: [{ chain, address: walletOf(1), text: 'Bob' }],
      verified: [{ chain, address: verified, text: '' }],
    })
    const context = queryContext(store, { known })
    const labelOf = (address: string | undefined) => (address && known.labelOf(chain, address)) ?? null
    const wallet = walletOf(1)
    const asked = { chain: 'eth', limit: 100, disable_total: true } as const
    const nfts = await walletNftTransfersQuery(context)({
      ...asked,
      address: wallet,
      direction: 'both',
      format: 'decimal',
    })
    const coins = await erc20TransfersQuery(context)({ chain: 'eth', limit: 100, wallet_addresses: [wallet] })
    expect(nfts.result.length).toBeGreaterThan(10)
    expect(coins.result.length).toBeGreaterThan(10)
    for (const record of nfts.result)
      expect(record).toMatchObject({
        from_address_label: labelOf(record.from_address ?? undefined),
        to_address_label: labelOf(record.to_address),
        possible_spam: record.token_address === spam,
        verified_collection: record.token_address === verified,
      })
    for (const record of coins.result)
      expect(record).toMatchObject({
        from_wallet_label: labelOf(record.from_wallet),
        to_wallet_label: labelOf(record.to_wallet),
        possible_spam: record.contract_address === spam,
        verified_collection: record.contract_address === verified,
      })
  })

  test('a list without spam leaves out what is rated or listed as spam, on every page, while rows arrive', async () => {
    const store = await createStore()
    const random = seeded(7)
    const all = await addTransfers(store, [], randomTransfers(random, { first: 1, last: 60 }), 60)
    await wantAllDocuments(store)
    const [rated, listed] = [contractOf(0), contractOf(1)]
    await rate(store, rated, 90)
    await rate(store, contractOf(2), 90)
    const known = createKnownAddresses({
      spam: [{ ...nobody, address: listed }],
      verified: [{ ...nobody, address: contractOf(2) }],
    })
    const lists = nftLists(store, memoryBackfill(), { known })
    const kept = (transfers: readonly Transfer[], wallet: string) =>
      inListOrder(holdingsOf(transfers))
        .filter(({ owner, contract }) => owner === wallet && contract !== rated && contract !== listed)
        .map(holdingLine)
    for (let person = 0; person < 6; person++) {
      const wallet = walletOf(person)
      const pages = await walkPages((raw) => lists.wallet(wallet, raw), {
        limit: 2,
        exclude_spam: 'true',
        disable_total: 'false',
      })
      const expected = kept(all, wallet)
      expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(expected)
      expect(pages[0]?.total).toBe(expected.length)
      const whole = await lists.wallet(wallet, { limit: 100 })
      for (const { token_address, possible_spam } of whole.result)
        expect(possible_spam).toBe(token_address === rated || token_address === listed)
    }
    const wallet = walletOf(0)
    const before = kept(all, wallet)
    let grown = all
    const pages = await walkPages(
      (raw) => lists.wallet(wallet, raw),
      { limit: 1, exclude_spam: 'true', disable_total: 'false' },
      async () => {
        const newest = Math.max(...grown.map(({ block }) => block))
        const more = randomTransfers(random, { first: newest + 1, last: newest + 3 }, grown)
        grown = await addTransfers(store, grown, more, newest + 3)
        await wantAllDocuments(store)
      },
    )
    expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(before)
  })
})
