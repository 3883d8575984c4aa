/*
 * The NFT search over a million documents: p50 and p99 of page 1 and page 2 of searches for words that are frequent, rare, nowhere, or all
 * in one old collection, against the search that the database's manual shows: one statement on an index of its own
 * over the same four fields, `order by id desc limit 101`, without ranks, bounds or records.
 *
 *   node tests/bench/evm-search.ts [sqlite | postgres | URL] [thousands of tokens, at least 1]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { parseInput } from '#lib/api/parse-input.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { indexDocuments } from '#lib/evm/chain/search-index/index-documents.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { searchNftsQuery } from '#lib/evm/nft/search-nfts.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { startPostgres } from '#tests/support/postgres.ts'

const chain = 1
const collectionSize = 5_000
const documentsAtOnce = 1_000
const asksPerSearch = 24
/** Documents whose writing is timed. */
const measuredMost = 50_000
const syllables = [
  'la',
  'ri',
  'mo',
  'ten',
  'ka',
  'su',
  'ver',
  'on',
  'pel',
  'dra',
  'vin',
  'oth',
  'qui',
  'zar',
  'emb',
  'ul',
]

/** Some 4,000 words that differ. */
const wordOf = (number: number): string =>
  [number % 16, Math.floor(number / 16) % 16, Math.floor(number / 256) % 16].map((index) => syllables[index]).join('')

/** The first word of many is frequent, as words are. */
const someWords = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, index) =>
    wordOf(Math.floor(4_096 * (((seed * 7_919 + index * 104_729) % 9_973) / 9_973) ** 3)),
  ).join(' ')

const address = (collection: number): Uint8Array => {
  const bytes = new Uint8Array(20).fill(1)
  new DataView(bytes.buffer).setUint32(0, collection)
  return bytes
}

/** Every other collection is of lanterns; those of a fifth of all tokens, the oldest, are of azurites. */
const documentOf = (id: number, count: number): NftMetadataRow => {
  const collection = Math.floor(id / collectionSize)
  const kind = id < count / 5 ? 'Azurite' : collection % 2 ? 'Lantern' : wordOf(collection)
  const [name, description] = [`${kind} ${someWords(collection, 1)} #${id}`, someWords(collection, 40)]
  const attributes = ['Sky', 'Paper', 'Ribs', 'Shape', 'Hour', 'Wind'].map((trait_type, index) => ({
    trait_type,
    value: index % 2 ? id % (9 + index) : `${wordOf(id % (31 + index))}`,
    ...{ display_type: null, max_value: null, trait_count: 0, order: null },
  }))
  const [token_address, token_id] = [address(collection), String(id)]
  const image = `ipfs://bafybeih56j5docet5hv7ttxvrilj7ybalpowvaozaoll5e2ghhrhkebkvy/${id}.png`
  return {
    ...{ id: id + 1, chain, token_address, token_hash: tokenHash(token_address, token_id), token_id },
    ...{ token_uri: `ipfs://bafybeih56j5docet5hv7ttxvrilj7ybalpowvaozaoll5e2ghhrhkebkvy/${id}` },
    metadata: JSON.stringify({ name, description, image, external_url: 'https://lanterns.example/', attributes }),
    ...{ name, description, attributes: JSON.stringify(attributes), media_uri: image, media_key: null },
    ...{ minted_block: id, created_at: 1, updated_at: 1, uri_synced_at: 1, metadata_synced_at: 1, due_at: null },
    ...{ is_wanted: 0, failures: 0, error: null, fault: null },
  }
}

const tokenRow = ({ token_address, token_hash, token_id, id }: NftMetadataRow) => ({
  ...{ chain, token_address, token_hash, token_id, standard: 721, owner: token_address, supply: '1' },
  ...{ first_block: id, minted_block: id, minted_log: 0, minted_batch: 0, minter: token_address },
  ...{ minted_transaction: new Uint8Array(32), changed_block: id, changed_log: 0, changed_batch: 0 },
})

/** As the worker does it, and how long that took; of PostgreSQL the index of most of them is built at once, to save time. */
const fill = async (store: Store<EvmTables>, count: number): Promise<void> => {
  let indexMs = 0
  for (let from = 0; from < count; from += documentsAtOnce) {
    const rows = Array.from({ length: documentsAtOnce }, (_, index) => documentOf(from + index, count))
    await store.db.transaction().execute(async (transaction) => {
      await store.insertMany(transaction, 'evm_nft_metadata', rows)
      await store.insertMany(transaction, 'evm_nft_tokens', rows.map(tokenRow))
    })
    if (from === measuredMost && store.dialect === 'postgres')
      await sql`drop index evm_nft_words_by_word`.execute(store.db)
    const startedAt = performance.now()
    await store.db.transaction().execute((transaction) => indexDocuments(store, transaction, rows))
    if (from < measuredMost) indexMs += performance.now() - startedAt
    if (from % 100_000 === 0) console.error(`${from} of ${count} documents`)
  }
  const measured = Math.min(measuredMost, count)
  console.log(`made findable: ${((indexMs * 1_000) / measured).toFixed(0)} µs a document, of the first ${measured}`)
  if (store.dialect === 'sqlite' || count <= measuredMost) return
  await buildIndex(
    store,
    sql`create index evm_nft_words_by_word on evm_nft_words using gin (words) with (fastupdate = off)`,
  )
}

const buildIndex = (store: Store<EvmTables>, create: RawBuilder<unknown>): Promise<void> =>
  store.db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    await create.execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })

/** As the manuals show it; in the order of the ids. */
const fillTextbook = async (store: Store<EvmTables>): Promise<void> => {
  const startedAt = performance.now()
  const columns = sql`coalesce(name, '') as name, coalesce(description, '') as description,
    coalesce(attributes, '') as attributes, coalesce(metadata, '') as metadata`
  if (store.dialect === 'sqlite') {
    await sql`create virtual table bare_texts using fts5(name, description, attributes, metadata, content = '')`.execute(
      store.db,
    )
    await sql`insert into bare_texts (rowid, name, description, attributes, metadata)
      select id, ${columns} from evm_nft_metadata`.execute(store.db)
  } else {
    const field = (name: string, weight: string) =>
      sql`setweight(to_tsvector('simple', ${sql.ref(name)}), ${sql.lit(weight)})`
    await sql`create table bare_texts as select id as rowid, ${field('name', 'A')} || ${field('description', 'B')}
      || ${field('attributes', 'C')} || ${field('metadata', 'D')} as words
      from (select id, ${columns} from evm_nft_metadata) as texts`.execute(store.db)
    await sql`alter table bare_texts add primary key (rowid)`.execute(store.db)
    await buildIndex(store, sql`create index bare_texts_words on bare_texts using gin (words)`)
    await sql`analyze`.execute(store.db)
  }
  console.log(`textbook index of all at once: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
}

/** `lantern` in name, or anywhere: what to find in the textbook's index. */
const bareSearch = async (store: Store<EvmTables>, q: string, filter: 'name' | 'global'): Promise<number> => {
  const words = q.toLowerCase().match(/[a-z0-9]+/g) ?? []
  if (store.dialect === 'sqlite') {
    const match = words.map((word, index) => `"${word}"${index === words.length - 1 ? ' *' : ''}`).join(' AND ')
    const { rows } =
      await sql`select rowid from bare_texts where bare_texts match ${filter === 'name' ? `name : (${match})` : match}
      order by rowid desc limit 101`.execute(store.db)
    return rows.length
  }
  const weight = filter === 'name' ? 'A' : ''
  const match = words
    .map((word, index) => `'${word}':${index === words.length - 1 ? '*' : ''}${weight}`.replace(/:$/, ''))
    .join(' & ')
  const { rows } = await sql`select rowid from bare_texts where words @@ ${match}::tsquery
    order by rowid desc limit 101`.execute(store.db)
  return rows.length
}

type Search = { name: string; raw: (turn: number) => Record<string, unknown> & { q: string } }

const searches = (count: number): Search[] => [
  { name: 'in 40 % of names', raw: () => ({ q: 'lantern', filter: 'name' }) },
  { name: 'the same, anywhere', raw: () => ({ q: 'lantern' }) },
  { name: 'beginning of it', raw: () => ({ q: 'lan' }) },
  { name: 'in all of the oldest fifth', raw: () => ({ q: 'azurite', filter: 'name' }) },
  { name: 'the same, anywhere', raw: () => ({ q: 'azurite' }) },
  { name: 'two that never meet', raw: () => ({ q: 'azurite lantern' }) },
  { name: 'words of descriptions', raw: (turn) => ({ q: `${wordOf(turn)} ${wordOf(turn * 3)}` }) },
  { name: 'one token', raw: (turn) => ({ q: `#${100 + ((turn * 7_919) % (count - 100))}`, filter: 'name' }) },
  { name: 'nowhere', raw: (turn) => ({ q: `nowhere${turn}` }) },
  {
    name: 'frequent, of a collection',
    raw: (turn) => ({ q: wordOf(0), addresses: [`0x${Buffer.from(address(turn)).toString('hex')}`] }),
  },
  { name: 'frequent, minted of old', raw: () => ({ q: 'lantern', to_block: Math.floor(count / 4) }) },
]

const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `${at(0.5)} / ${at(0.99)}`
}

const measure = async (store: Store<EvmTables>, { name, raw }: Search) => {
  const context = queryContext(store)
  const ask = (input: Record<string, unknown>) => searchNftsQuery(context)(parseInput(evmApi.searchNfts, input))
  const times: Record<'page' | 'next' | 'total' | 'bare', number[]> = { page: [], next: [], total: [], bare: [] }
  const timed = async <Result>(into: keyof typeof times, act: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await act()
    times[into].push(performance.now() - startedAt)
    return result
  }
  const first = raw(0)
  await ask(first)
  let rows = 0
  for (let turn = 1; turn <= asksPerSearch; turn++) {
    const input = raw(turn)
    const { cursor, result } = await timed('page', () => ask(input))
    rows += result.length
    if (cursor) await timed('next', () => ask({ ...input, cursor }))
    if (turn % 8 === 0) await timed('total', () => ask({ ...input, disable_total: 'false' }))
    if (turn % 8 === 0 && !('addresses' in input) && !('to_block' in input))
      await timed('bare', () => bareSearch(store, input.q, input.filter === 'name' ? 'name' : 'global'))
  }
  return {
    search: `${name}: ${first.q}`,
    'page 1 ms': percentiles(times.page),
    'next page ms': times.next.length ? percentiles(times.next) : '',
    'with total ms': percentiles(times.total),
    'textbook ms': times.bare.length ? percentiles(times.bare) : '',
    rows: Math.round(rows / asksPerSearch),
  }
}

const bench = async (url: string, count: number): Promise<void> => {
  const store = await openStore<EvmTables>(url, { statementTimeoutMs: 3_600_000 })
  await migrate(store, storeMigrations, evmMigrations)
  const filled = await store.db.selectFrom('evm_nft_texts').select('id').limit(1).executeTakeFirst()
  if (!filled) {
    await fill(store, count)
    await fillTextbook(store)
  }
  const sizes =
    store.dialect === 'sqlite'
      ? await sql`select substr(name, 1, 13) as name, sum(pgsize) as bytes from dbstat where name like 'evm_nft_%' or name like 'bare%' group by 1`
          .execute(store.db)
          .catch(() => ({ rows: [{ file: statSync(url.slice(7)).size }] }))
      : await sql`select relname, pg_size_pretty(pg_relation_size(oid)) as size from pg_class where relname like 'evm_nft_words%' or relname like 'evm_nft_texts%' or relname like 'bare%'`.execute(
          store.db,
        )
  console.table(sizes.rows)
  const table = []
  for (const search of searches(count)) table.push(await measure(store, search))
  console.log(`${store.dialect}, ${count} tokens`)
  console.table(table)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  await store.close()
}

const [target = 'sqlite', thousands = '1000'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
const url = server
  ? await server.createDatabase()
  : target === 'sqlite'
    ? `sqlite:${join(folder, 'search.db')}`
    : target
await bench(url, Number(thousands) * 1_000)
await server?.stop()
rmSync(folder, { recursive: true, force: true })
