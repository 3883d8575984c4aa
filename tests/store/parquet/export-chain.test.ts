import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { addTokens, dueRows, rowAfter, writeRows } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { searchNftsQuery } from '#lib/evm/nft/search-nfts.ts'
import { createJobs } from '#lib/store/jobs.ts'
import { digestOf, readChainTables } from '#lib/store/parquet/chain-copy.ts'
import { fileOf, readManifest } from '#lib/store/parquet/manifest.ts'
import { deleteChain } from '#lib/store/parquet/store-source.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { contractOf, queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { refusedByCitus } from '#tests/store/citus-forms.ts'
import { recordStatements } from '#tests/store/partitioned-tables.ts'
import { followThroughReorg } from '#tests/store/work-of-chains.ts'
import { aptos, evm, exportTo, importFrom, newFolders } from './exported-chains.ts'

const newFolder = newFolders()
const createEvm = { sqlite: evmStores('sqlite'), postgres: evmStores('postgres') }
const createAptos = { sqlite: aptosStores('sqlite'), postgres: aptosStores('postgres') }

/** A chain that exports leave as it is. */
const filled = (engine: 'sqlite' | 'postgres' = 'sqlite'): Promise<Store<EvmTables>> => {
  const fill = async (): Promise<Store<EvmTables>> => {
    const store = await createEvm[engine]()
    await evm.fill(store)
    return store
  }
  sources[engine] ??= fill()
  return sources[engine]
}
const sources: { [engine: string]: Promise<Store<EvmTables>> } = {}

const polygon = 137

/** A document of another chain, whose id is one of those that are imported. */
const addDocument = async (store: Store<EvmTables>, name: string, tokenId: string): Promise<void> => {
  const contract = toBytes(contractOf(0))
  const owner = toBytes(walletOf(1))
  const token = {
    token_address: contract,
    token_hash: tokenHash(contract, tokenId),
    token_id: tokenId,
    minted_block: 1,
  }
  const minted = { minted_log: 0, minted_batch: 0, minter: owner, minted_transaction: new Uint8Array(32) }
  const changed = { changed_block: 1, changed_log: 0, changed_batch: 0 }
  await store.db
    .insertInto('evm_nft_tokens')
    .values({ chain: polygon, ...token, standard: 721, owner, supply: '1', first_block: 1, ...minted, ...changed })
    .execute()
  await addTokens(store.db, polygon, [token], 1)
  const [due] = await dueRows(store.db, polygon, 0, { now: 10, countMax: 1 })
  if (!due) throw new Error('no document is due')
  const { standard: _, ...row } = due
  const value = { name }
  const result = { kind: 'document', uri: 'ipfs://x', document: { text: JSON.stringify(value), value } } as const
  await writeRows(store, [{ taken: due, row: rowAfter(row, result, 10) }])
}

const found = async (store: Store<EvmTables>, chain: string, q: string): Promise<number> =>
  (await searchNftsQuery(queryContext(store))(parseInput(evmApi.searchNfts, { q, chain }))).result.length

const pairs = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const

describe.each(pairs)('a chain exported from %s and imported into %s', (from, to) => {
  test('is the same there, and its export from there is the same too', { timeout: 60_000 }, async () => {
    const chain = await evm.chain
    const [source, target] = [await filled(from), await createEvm[to]()]
    const [folder, again] = [newFolder(), newFolder()]
    const exported = await exportTo(folder, source, chain)
    expect(exported.rows).toBeGreaterThan(500)
    expect(await importFrom(folder, target, chain)).toEqual(exported)
    expect(await dumpTables(target)).toEqual(await dumpTables(source))
    expect((await createJobs(target).find('evm-history-1', ['0x01'])).length).toBe(1)
    await exportTo(again, target, chain)
    const digests = ({ tables }: Awaited<ReturnType<typeof readManifest>>) =>
      tables.map(({ name, rows, digest }) => [name, rows, digest])
    expect(digests(await readManifest(again))).toEqual(digests(await readManifest(folder)))
  })

  test('leaves the chains that were there before as they are, and can be deleted where it was', {
    timeout: 60_000,
  }, async () => {
    const chain = await evm.chain
    const [source, target] = [await createEvm[from](), await createEvm[to]()]
    const [folder, other] = [newFolder(), 'polygon']
    await addDocument(target, 'Lantern', '7')
    const count = await followThroughReorg(source)
    await createJobs(source).enqueue({ kind: 'evm-history-1', key: '0x01' })
    await exportTo(folder, source, chain)
    const recorder = recordStatements()
    await importFrom(folder, target, chain).finally(recorder.stop)
    expect(refusedByCitus(recorder.sent.keys())).toEqual([])
    expect(count).toBeGreaterThan(0)
    expect(await found(target, 'eth', 'token')).toBe(count)
    expect(await found(target, other, 'lantern')).toBe(1)
    // Further documents have numbers of their own.
    await addDocument(target, 'Candle', '8')
    expect(await found(target, other, 'candle')).toBe(1)

    await deleteChain(target.withTables<unknown>(), chain)
    expect((await dumpTables(target)).filter((line) => line.includes('"chain":1,'))).toEqual([])
    expect(await createJobs(target).find('evm-history-1', ['0x01'])).toEqual([])
    expect(await found(target, 'eth', 'token')).toBe(0)
    expect(await found(target, other, 'lantern')).toBe(1)
  })

  test('is the same there on Aptos', { timeout: 60_000 }, async () => {
    const chain = await aptos.chain
    const [source, target] = [await createAptos[from](), await createAptos[to]()]
    await aptos.fill(source)
    const folder = newFolder()
    const exported = await exportTo(folder, source, chain)
    expect(exported.rows).toBeGreaterThan(100)
    expect(await importFrom(folder, target, chain)).toEqual(exported)
    expect(await dumpIndex(target)).toEqual(await dumpIndex(source))
  })
})

describe('an export', () => {
  test('is read by DuckDB with the same values', { timeout: 60_000 }, async () => {
    const folder = newFolder()
    await exportTo(folder, await filled(), await evm.chain)
    const database = await (await DuckDBInstance.create(':memory:')).connect()
    const { tables } = await readManifest(folder)
    for (const { name, rows, digest } of tables) {
      const file = fileOf(folder, name)
      const described = await database.runAndReadAll(`describe select * from '${file}'`)
      const columns = described.getRowObjectsJS().map((column) => String(column.column_name))
      const texts = described.getRowObjectsJS().filter(({ column_type }) => column_type === 'VARCHAR')
      // As bytes: DuckDB's client for Node drops a byte order mark when it decodes text.
      const asBytes = texts.map(({ column_name: column }) => `encode("${column}") as "${column}"`).join()
      const replaced = asBytes === '' ? '' : `replace (${asBytes})`
      const result = await database.runAndReadAll(`select * ${replaced} from '${file}'`)
      const textOf = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value)
      const read = result.getRowObjectsJS().map((row) => ({
        ...row,
        ...Object.fromEntries(texts.map(({ column_name }) => [column_name, textOf(row[String(column_name)])])),
      }))
      const pages = (async function* () {
        yield read
      })()
      expect(columns).toContain('chain')
      expect([name, await digestOf(pages, columns)]).toEqual([name, { count: rows, hash: digest }])
    }
    const sum = await database.runAndReadAll(`
      select count(*)::int as transfers, count(distinct token_address)::int as tokens, min(typeof(block_number)) as type
      from '${folder}/evm_nft_transfers.parquet' where block_number > 0`)
    expect(sum.getRowObjectsJS()).toEqual([
      { transfers: expect.any(Number), tokens: expect.any(Number), type: 'BIGINT' },
    ])
    database.closeSync()
  })

  test('is written into a new folder only', async () => {
    const [store, chain, folder] = [await filled(), await evm.chain, newFolder()]
    await exportTo(folder, store, chain)
    await expect(exportTo(folder, store, chain)).rejects.toThrow(/already has an export/)
    const other = newFolder()
    mkdirSync(other)
    writeFileSync(join(other, 'note.txt'), '')
    await expect(exportTo(other, store, chain)).rejects.toThrow(/is not empty/)
  })

  test('has no manifest if the chain changes meanwhile', async () => {
    const [store, chain, folder] = [await filled(), await evm.chain, newFolder()]
    const tables = await readChainTables(store.withTables<unknown>().db, chain.tables)
    const last = tables.at(-1)?.name
    const change = async () => {
      while (!existsSync(fileOf(folder, String(last)))) await wait(1)
      await store.db.updateTable('evm_chains').set({ checked_at: 5 }).execute()
    }
    const [exporting] = await Promise.allSettled([exportTo(folder, store, chain), change()])
    expect(exporting).toMatchObject({
      reason: { message: expect.stringMatching(/evm_chains changed while it was copied/) },
    })
    await expect(importFrom(folder, store, chain)).rejects.toThrow(/has no manifest.json/)
  })

  test('needs a chain that has rows, and is whole', async () => {
    const [empty, chain] = [await createEvm.sqlite(), await evm.chain]
    await expect(exportTo(newFolder(), empty, chain)).rejects.toThrow(/no rows of eth/)
    const [source, folder] = [await filled(), newFolder()]
    await exportTo(folder, source, chain)
    const derive = () => Promise.reject(new Error('killed'))
    await expect(importFrom(folder, empty, { ...chain, derive })).rejects.toThrow('killed')
    await expect(exportTo(newFolder(), empty, chain)).rejects.toThrow(/import of eth is not finished/)
  })
})
