import { describe, expect, test } from 'vitest'
import type { AptosTokenOwnershipRow } from '#lib/aptos/chain/tables.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { walkPages } from '#tests/support/walk-pages.ts'
import { asking, type Page } from './nft-services.ts'
import { bytesOf, createTokenLedger, hexOf, isoMicroseconds, timestampAt, tokenOf } from './token-ledger.ts'

/** Few tokens and many wallets: lists of several pages. */
const shape = { wallets: 25, collections: 2, tokens: 3 }
const tokens = [0, 1].flatMap((collection) => [0, 1, 2].map((token) => tokenOf(collection, token)))

type Line = [version: number, token: string, edition: string, owner: string, amount: string]

/** A list by the plainest reading of its rules. */
const naive = (rows: readonly AptosTokenOwnershipRow[], asked: readonly string[]): Line[] =>
  rows
    .map(
      (row): Line => [
        row.last_transaction_version,
        hexOf(row.token_data_id_hash) ?? '',
        row.property_version,
        hexOf(row.owner_address) ?? '',
        row.amount,
      ],
    )
    .filter(([, token]) => asked.includes(token))
    .toSorted((a, b) => {
      const at = a.findIndex((part, index) => part !== b[index])
      if (at < 0) return 0
      return (a[at] ?? 0) < (b[at] ?? 0) ? 1 : -1
    })

const linesOn = (pages: readonly Page[]): Line[] =>
  pages.flatMap(({ result }) =>
    result.map((record) => [
      Number(record.last_transaction_version),
      String(record.token_data_id_hash),
      String(record.property_version),
      String(record.owner_address).slice(2),
      String(record.amount),
    ]),
  )

describe.each(dialects)('NFT holders on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  const filled = async (seed: number, steps: number) => {
    const [store, ledger] = [await createStore(), createTokenLedger(seeded(seed), shape)]
    ledger.steps(steps)
    await ledger.store(store)
    return { store, ledger, ask: asking(store) }
  }

  test('pages add up to the whole list in order, for any tokens and page sizes', async () => {
    const { ledger, ask } = await filled(3, 120)
    const random = seeded(5)
    for (let turn = 0; turn < 40; turn++) {
      const some = tokens.filter(() => random() < 0.5)
      const token_ids = some.length ? some : tokens.slice(0, 1)
      const [limit, offset] = [1 + Math.floor(random() * 20), Math.floor(random() * 6)]
      const pages = await walkPages((cursor) => ask('nftOwners', { token_ids, limit, offset, cursor }))
      const expected = naive(ledger.held(), token_ids).slice(offset)
      expect(linesOn(pages)).toEqual(expected)
      expect(pages.length).toBe(Math.max(1, Math.ceil(expected.length / limit)))
      expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual(pages.map((_, index) => index < pages.length - 1))
    }
  })

  test.each([1, 2, 3, 4])(
    'a walk shows the list as it was when it began, each holding once (seed %i)',
    async (seed) => {
      const { store, ledger, ask } = await filled(seed, 90)
      const token_ids = tokens.slice(0, 4)
      const expected = naive(ledger.held(), token_ids)
      const pages = await walkPages(
        (cursor) => ask('nftOwners', { token_ids, limit: 4, cursor }),
        async () => {
          ledger.steps(2)
          await ledger.store(store)
        },
      )
      expect(expected.length).toBeGreaterThan(20)
      expect(linesOn(pages)).toEqual(expected)
      expect(naive(ledger.held(), token_ids)).not.toEqual(expected)
      const held = new Set(ledger.held().map((row) => `${hexOf(row.token_data_id_hash)} ${row.property_version}`))
      for (const record of pages.flatMap(({ result }) => result))
        if (held.has(`${record.token_data_id_hash} ${record.property_version}`))
          expect(record.token_properties).toEqual({ level: '7' })
    },
  )

  test('a walk is refused when too much has changed, rather than answered wrong', async () => {
    const { store, ledger, ask } = await filled(1, 90)
    const { cursor } = await ask('nftOwners', { token_ids: tokens, limit: 4 })
    ledger.steps(1_500)
    await ledger.store(store)
    await expect(ask('nftOwners', { token_ids: tokens, limit: 4, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ name: 'cursor', message: expect.stringContaining('start again') }],
    })
  })

  test("records have the API's fields, types and order, without tokens that nobody holds", async () => {
    const { store, ledger, ask } = await filled(3, 60)
    const { result } = await ask('nftOwners', { token_ids: tokens })
    const example = aptosApi.nftOwners.example.output.result[0]
    for (const record of result) {
      expect(Object.keys(record)).toEqual(Object.keys(example ?? {}))
      expect(record.token_properties).toEqual({ level: '7' })
      expect(record.table_type).toBe('0x3::token::TokenStore')
      expect(record.last_transaction_timestamp).toBe(
        isoMicroseconds(timestampAt(Number(record.last_transaction_version))),
      )
    }
    expect(result).toHaveLength(naive(ledger.held(), tokens).length)
    await store.db
      .updateTable('aptos_token_ownerships')
      .set({ token_standard: 'v2', table_type: null, token_properties: null })
      .where('token_data_id_hash', '=', bytesOf(tokens[0] ?? ''))
      .execute()
    const assets = await ask('nftOwners', { token_ids: tokens.slice(0, 1) })
    expect(assets.result[0]).toMatchObject({ token_standard: 'v2', table_type: null, token_properties: {} })
    expect(await ask('nftOwners', { token_ids: ['ab'.repeat(32)] })).toEqual({
      cursor: null,
      hasNextPage: false,
      result: [],
    })
  })
})
