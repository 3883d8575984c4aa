import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { documentKey, indexDocuments } from '#lib/evm/chain/search-index/index-documents.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { searchFields } from '#lib/evm/nft/contract.ts'
import { searchNftsQuery } from '#lib/evm/nft/search-nfts.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { chainId, contractOf, insertBlocks, queryContext, timestampAt } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { isFull, pairsOf, sample } from '#tests/support/tier.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

type Trait = { trait_type: string; value: string | number }
type Document = {
  id: number
  name: string | null
  description: string | null
  attributes: Trait[]
  other: string
  contract?: number
  mintedAt?: number | null
}

const documentOf = (id: number, of: Partial<Document> = {}): Document => ({
  id,
  ...{ name: null, description: null, attributes: [], other: '', ...of },
})

const keysOf = ({ id, contract = 0 }: Document) => {
  const token_address = toBytes(contractOf(contract))
  return { chain: chainId, token_address, token_hash: tokenHash(token_address, String(id)), token_id: String(id) }
}

const metadataOf = ({ name, description, attributes, other }: Document): string =>
  JSON.stringify({ name, description, attributes, properties: { more: [{ text: other }] } })

const rowOf = (document: Document) => ({
  ...keysOf(document),
  ...{ id: document.id, name: document.name, description: document.description },
  attributes: document.attributes.length > 0 ? JSON.stringify(document.attributes) : null,
  metadata: metadataOf(document),
  minted_block: document.mintedAt === undefined ? document.id : document.mintedAt,
  ...{ created_at: 1_600_000_000_000, updated_at: 1_650_000_000_001, is_wanted: 0, failures: 0 },
  ...{ uri_synced_at: 1_640_000_000_000, metadata_synced_at: 1_650_000_000_000 },
})

/** Documents as the worker stores them: of new tokens, or of tokens that are there. */
const keep = (store: Store<EvmTables>, documents: readonly Document[], isNew = true): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    const rows = documents.map(rowOf)
    await store.upsertMany(transaction, 'evm_nft_metadata', { key: documentKey(store), rows })
    await indexDocuments(store, transaction, rows)
    if (!isNew) return
    const tokens = documents.map((document) => {
      const block = document.mintedAt === undefined ? document.id : document.mintedAt
      const owner = toBytes(walletOf(1))
      return {
        ...keysOf(document),
        ...{ standard: 721, owner, supply: '1', first_block: block ?? 0, minted_block: block },
        ...{ minted_log: block === null ? null : 0, minted_batch: block === null ? null : 0 },
        ...{
          minter: block === null ? null : owner,
          minted_transaction: block === null ? null : new Uint8Array(32).fill(9),
        },
        ...{ changed_block: block ?? 0, changed_log: 0, changed_batch: 0 },
      }
    })
    await store.insertMany(transaction, 'evm_nft_tokens', tokens)
  })

type Raw = Record<string, unknown>
const searching = (store: Store<EvmTables>) => (raw: Raw) =>
  searchNftsQuery(queryContext(store))(parseInput(evmApi.searchNfts, raw))
const idsIn = (page: { result: readonly { token_id: string }[] }): number[] =>
  page.result.map(({ token_id }) => Number(token_id))

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
const plainWords = (text: string): string[] =>
  plain(text)
    .split(/[^a-z0-9漢字火山]+/)
    .filter(Boolean)

/** Whether a text has all words of `q`, read plainly: the last one as a beginning, Chinese ones as any part of the text. */
const hasAll = (texts: readonly string[], q: string): boolean => {
  const sought = plainWords(q)
  const words = texts.flatMap(plainWords)
  return sought.every((word, index) => {
    if (/[^a-z0-9]/.test(word)) return texts.some((text) => plain(text).includes(word))
    return words.some((one) => (index === sought.length - 1 ? one.startsWith(word) : one === word))
  })
}

const naiveSearch = (documents: readonly Document[], q: string, filter: (typeof searchFields)[number]): number[] => {
  const fields = filter === 'global' ? ['name', 'description', 'attributes', 'other'] : filter.split(',')
  const textsOf = (document: Document, of: readonly string[]): string[] =>
    of.flatMap((field) => {
      if (field === 'attributes')
        return document.attributes.flatMap(({ trait_type, value }) => [trait_type, String(value)])
      return document[field as 'name' | 'description' | 'other'] ?? []
    })
  const tierOf = (document: Document): number => {
    if (!fields.includes('name') || document.name === null) return 2
    if (plainWords(document.name).join(' ') === plainWords(q).join(' ')) return 0
    return hasAll([document.name], q) ? 1 : 2
  }
  return documents
    .filter((document) => hasAll(textsOf(document, fields), q))
    .toSorted((a, b) => tierOf(a) - tierOf(b) || b.id - a.id)
    .map(({ id }) => id)
}

const vocabulary = ['Paper', 'paper-lantern', 'LANTERN', 'Café', 'cafe', 'lan', '漢字', '火山漢字', '#101', '10', 'x']

const randomDocument = (id: number, pick: (count: number) => number): Document => {
  const text = () =>
    Array.from({ length: pick(4) }, () => vocabulary[pick(vocabulary.length)]).join([' ', ', ', ' / ', '. '][pick(4)])
  return documentOf(id, {
    name: pick(5) ? text() : null,
    description: pick(3) ? text() : null,
    attributes: Array.from({ length: pick(3) }, () => ({ trait_type: text(), value: pick(3) ? text() : pick(20) })),
    other: text(),
    contract: pick(3),
  })
}

describe.each(dialects)('NFT search on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('matches a plain scan of every document, in its order, with every filter', async () => {
    const store = await createStore()
    const random = seeded(11)
    const pick = (count: number) => Math.floor(random() * count)
    // Few documents, but on many shelves.
    const documents = Array.from({ length: 250 }, (_, index) => randomDocument(1 + index * 397 + pick(300), pick))
    await keep(store, documents)
    const search = searching(store)
    const questions = [
      'paper',
      'lan',
      'Lantern PAPER',
      'café',
      'CAFE lan',
      '漢字 ',
      '火山 paper',
      '101',
      '  10 x',
      'paper lantern',
    ]
    for (const [q, filter] of sample(pairsOf(questions, searchFields), 20)) {
      const expected = naiveSearch(documents, q, filter)
      const pages = await walkPages((cursor) => search({ q, filter, limit: 7, disable_total: 'false', cursor }))
      expect(pages.flatMap(idsIn), `${q} in ${filter}`).toEqual(expected)
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index))
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => expected.length))
    }
  })

  test('a walk shows each token once while tokens arrive and documents change', async () => {
    const store = await createStore()
    const text = (id: number): Partial<Document> =>
      id % 3 === 0 ? { name: 'Lantern' } : id % 3 === 1 ? { name: `Lantern ${id}` } : { description: 'A lantern' }
    const documents = Array.from({ length: 90 }, (_, index) => documentOf(100 + index, text(index)))
    await keep(store, documents)
    const search = searching(store)
    const expected = naiveSearch(documents, 'lantern', 'global')
    let newest = 1_000
    const pages = await walkPages(
      (cursor) => search({ q: 'lantern', limit: 7, cursor }),
      async (page) => {
        await keep(store, [documentOf(newest++, { name: 'Lantern' }), documentOf(newest++, { description: 'lantern' })])
        // Another description, the same name: it stays where it is.
        const same = documents.slice(page * 3, page * 3 + 3)
        await keep(
          store,
          same.map((one) => ({ ...one, description: `lantern of page ${page}` })),
          false,
        )
        // A document that is read late belongs to no walk that began before.
        await keep(store, [documentOf(page, { name: 'Lantern' })])
      },
    )
    expect(pages.flatMap(idsIn)).toEqual(expected)
    expect((await search({ q: 'lantern', limit: 1 })).result[0]?.token_id).toBe(String(newest - 2))
  })

  test('a token renamed during a walk is not shown a second time', async () => {
    const store = await createStore()
    const documents = Array.from({ length: 30 }, (_, index) =>
      documentOf(1 + index, { name: `Lantern ${index}`, description: 'lantern' }),
    )
    await keep(store, documents)
    const search = searching(store)
    const pages = await walkPages(
      (cursor) => search({ q: 'lantern', limit: 10, cursor }),
      async (page) => {
        if (page === 1)
          await keep(
            store,
            documents.slice(20).map((one) => ({ ...one, name: 'Candle' })),
            false,
          )
      },
    )
    expect(pages.flatMap(idsIn)).toEqual(documents.map(({ id }) => id).reverse())
    expect(idsIn(await search({ q: 'candle' }))).toEqual(
      documents
        .slice(20)
        .map(({ id }) => id)
        .reverse(),
    )
  })

  test('no query text is interpreted as syntax', async () => {
    const store = await createStore()
    await keep(store, [
      documentOf(1, { name: 'Lantern and near', description: 'or not' }),
      documentOf(2, { name: 'Other' }),
    ])
    const search = searching(store)
    const random = seeded(3)
    const parts = [
      '"',
      "'",
      '%',
      '_',
      '*',
      '\\',
      ':',
      '(',
      ')',
      '^',
      '-',
      '+',
      '{',
      '}',
      '~',
      '@',
      '<->',
      '&',
      '|',
      '!',
      ';',
      '\0',
      '\n',
    ]
    const more = [
      '🔥',
      '👩‍🚀',
      'ー',
      '漢',
      '\ud800',
      '\u0301',
      '�',
      'NEAR(',
      ' AND ',
      ' OR ',
      ' NOT ',
      'name:',
      'A',
      '1',
      '💯',
      'ﬁ',
      'İ',
      'ß',
    ]
    const all = [...parts, ...more]
    for (let turn = 0; turn < (isFull ? 150 : 50); turn++) {
      const length = 3 + Math.floor(random() * 12)
      const q = Array.from({ length }, () => all[Math.floor(random() * all.length)])
        .join('')
        .slice(0, 250)
      for (const filter of ['global', 'name'])
        await expect(search({ q, filter }), JSON.stringify(q)).resolves.toMatchObject({ cursor: null })
    }
    expect(await search({ q: '"*%', disable_total: 'false' })).toMatchObject({ total: 0, result: [] })
    expect(idsIn(await search({ q: '"lantern" AND* -near:' }))).toEqual([1])
    expect(idsIn(await search({ q: 'lantern OR other' }))).toEqual([])
    expect(idsIn(await search({ q: `lantern ${'near '.repeat(40)}` }))).toEqual([1])
  })

  test('matches parts of Chinese, Japanese and Thai text, and emoji', async () => {
    const store = await createStore()
    await keep(store, [
      documentOf(1, { name: '紙のランタン第一号' }),
      documentOf(2, { name: 'โคมไฟกระดาษ' }),
      documentOf(3, { name: 'Lantern 🔥❤️ 한국어 등불이' }),
      documentOf(4, { name: 'Schöne Größe, ΛΌΓΟΣ' }),
    ])
    const search = searching(store)
    const found = async (q: string) => idsIn(await search({ q, filter: 'name' }))
    expect(await found('ランタン')).toEqual([1])
    expect(await found('第一号')).toEqual([1])
    expect(await found(' 号 ')).toEqual([1])
    expect(await found('タン一')).toEqual([])
    expect(await found('กระดาษ')).toEqual([2])
    expect(await found('🔥 lan')).toEqual([3])
    expect(await found('lantern ❤')).toEqual([3])
    expect(await found('한국어 등불')).toEqual([3])
    expect(await found('SCHONE größe λογος')).toEqual([4])
  })

  test('filters by contract, and by block and date of the mint', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 40)
    const documents = Array.from({ length: 40 }, (_, index) =>
      documentOf(index + 1, { name: `Lantern ${index}`, contract: index % 4, mintedAt: index < 2 ? null : index }),
    )
    await keep(store, documents)
    const search = searching(store)
    const found = async (raw: Raw) =>
      (await walkPages((cursor) => search({ q: 'lantern', limit: 6, cursor, ...raw }))).flatMap(idsIn)
    const where = (wanted: (document: Document) => boolean) =>
      documents
        .filter(wanted)
        .map(({ id }) => id)
        .reverse()
    const mint = ({ mintedAt }: Document) => mintedAt ?? -1

    expect(await found({})).toEqual(where(() => true))
    expect(await found({ from_block: 10, to_block: 20 })).toEqual(where((one) => mint(one) >= 10 && mint(one) <= 20))
    expect(await found({ from_block: 0 })).toEqual(where((one) => mint(one) >= 0))
    expect(await found({ from_block: 20, to_block: 10 })).toEqual([])
    expect(await found({ from_date: String(timestampAt(30)) })).toEqual(where((one) => mint(one) >= 30))
    expect(await found({ to_date: '2000-01-01' })).toEqual([])
    const addresses = [contractOf(3).toUpperCase().replace('0X', '0x'), contractOf(1)]
    expect(await found({ addresses })).toEqual(where(({ contract }) => contract === 1 || contract === 3))
    expect(await found({ addresses: [contractOf(9)] })).toEqual([])
    const many = Array.from({ length: 100 }, (_, index) => contractOf(index + 3))
    expect(await found({ addresses: many, to_block: 20 })).toEqual(
      where((one) => one.contract === 3 && mint(one) >= 0 && mint(one) <= 20),
    )
  })

  test("records and pages have the API's format", async () => {
    const store = await createStore()
    const attributes = [{ trait_type: 'Colour', value: 'Red' }]
    await keep(store, [
      documentOf(255, { name: 'Lantern', description: 'Folded', attributes, mintedAt: 7 }),
      documentOf(3, { name: 'Lantern' }),
    ])
    const search = searching(store)
    const page = await search({ q: 'lantern', format: 'hex', limit: 1 })
    expect(() => evmApi.searchNfts.output.parse(page)).not.toThrow()
    const [record] = page.result
    expect(Object.keys(page)).toEqual(Object.keys(evmApi.searchNfts.example.output))
    expect(Object.keys(record ?? {})).toEqual(Object.keys(evmApi.searchNfts.example.output.result[0] ?? {}))
    expect(page).toMatchObject({ total: null, page: 0, page_size: 1, cursor: expect.any(String) })
    expect(record).toMatchObject({
      token_id: '0xff',
      token_address: contractOf(0),
      metadata: metadataOf(documentOf(255, { name: 'Lantern', description: 'Folded', attributes })),
      metadata_name: 'Lantern',
      metadata_description: 'Folded',
      metadata_attributes: JSON.stringify(attributes),
      contract_type: 'ERC721',
      block_number_minted: '7',
      minter_address: walletOf(1),
      transaction_minted: toHex(new Uint8Array(32).fill(9)),
      last_token_uri_sync: '2021-12-20T11:33:20.000Z',
      last_metadata_sync: '2022-04-15T05:20:00.000Z',
      createdAt: '2020-09-13T12:26:40.000Z',
      updatedAt: '2022-04-15T05:20:00.001Z',
      batch_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    })
    expect((await search({ q: 'lantern', limit: 1 })).result[0]?.batch_id).toBe(record?.batch_id)
    await expect(search({ q: 'lanterns', cursor: page.cursor })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('tokens of another chain, or removed by a reorg, are not found', async () => {
    const store = await createStore()
    await keep(store, [documentOf(1, { name: 'Lantern' }), documentOf(2, { name: 'Lantern' })])
    await store.db.deleteFrom('evm_nft_tokens').where('token_id', '=', '2').execute()
    const search = searching(store)
    expect(idsIn(await search({ q: 'lantern' }))).toEqual([1])
    expect(idsIn(await search({ q: 'lantern', chain: 'polygon' }))).toEqual([])
  })

  test('a large document is found by its words, not by its embedded images', async () => {
    const store = await createStore()
    const drawing = `data:image/svg+xml;base64,${'QUJD'.repeat(50_000)}`
    const other = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ')
    await keep(store, [documentOf(1, { name: drawing, description: 'A lantern', other })])
    const search = searching(store)
    expect(idsIn(await search({ q: 'lantern' }))).toEqual([1])
    expect(idsIn(await search({ q: 'word12' }))).toEqual([1])
    expect(idsIn(await search({ q: 'QUJDQUJD', filter: 'global' }))).toEqual([])
  })
})
