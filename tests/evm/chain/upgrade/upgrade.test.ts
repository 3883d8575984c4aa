import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { Clock } from '#lib/base/clock.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { redecodeChain } from '#lib/evm/chain/redecode/stored-decoding.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { createTokenNotice } from '#lib/evm/nft/metadata/notice-tokens.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { tokenBlocks } from '#tests/evm/chain/token-blocks.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, databaseFile, oldVersions, readChain, readCompressed } from './old-versions.ts'

const blocks = readChain()
const [genesis] = blocks
const tip = blocks.at(-1)
if (!genesis || !tip) throw new Error('the recorded chain is empty')
const head = { latest: tip.number, finalized: tip.number - 5 }
const quiet = { info: () => {}, warn: () => {} }
const clock: Clock = { now: () => 0, wait: async () => {} }
const running = () => new AbortController().signal

describe.each(dialects)('databases of older versions on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const stores = testStores(dialect)

  /** A database as that version left it, opened by today's program. */
  const openOld = async (commit: string): Promise<Store<EvmTables>> => {
    const url = await stores.createUrl()
    const stored = readCompressed(databaseFile(commit, dialect))
    if (dialect === 'sqlite') writeFileSync(url.slice('sqlite:'.length), stored)
    else {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(stored.toString())
      await client.end()
    }
    return await openStore<EvmTables>(url)
  }
  const upgraded = async (commit: string): Promise<Store<EvmTables>> => {
    const store = await openOld(commit)
    await migrate(store, storeMigrations, evmMigrations)
    return store
  }
  const create = async (): Promise<{ schema: string[]; tables: string[] }> => {
    const store = await createStore()
    await createEvmIndex(store, chainId, { from: genesis.number }).append(blocks, head)
    return { schema: await schemaOf(store), tables: await dumpUpgraded(store) }
  }
  let created: ReturnType<typeof create> | undefined

  test.each(oldVersions)('one of $commit ($change) becomes identical to a new one', async ({ commit }) => {
    const store = await upgraded(commit)
    await redecodeChain(store, chainId, quiet, { signal: running(), options: { clock, blocksMax: 5 } })
    created ??= create()
    const { schema, tables } = await created
    expect(await schemaOf(store)).toEqual(schema)
    expect(await dumpUpgraded(store)).toEqual(tables)
    await store.close()
  })

  test.each(oldVersions)('the documents of all tokens of one of $commit are wanted', async ({ commit }) => {
    const store = await upgraded(commit)
    // The worker looks for tokens while it decodes: those that it has not decoded are not there yet.
    const notice = createTokenNotice(store, chainId, Date.now)
    while (await notice.step());
    await redecodeChain(store, chainId, quiet, { signal: running(), options: { clock, blocksMax: 5 } })
    while (await notice.step());
    const { rows } = await sql<{ tokens: number; wanted: number }>`
      select (select count(*) from evm_nft_tokens) as tokens, (
        select count(*) from evm_nft_metadata as m
        join evm_nft_tokens as t on t.chain = m.chain and t.token_hash = m.token_hash
          and coalesce(t.minted_block, -1) = coalesce(m.minted_block, -1)
        where m.due_at is not null) as wanted`.execute(store.db)
    const [{ tokens, wanted } = { tokens: 0, wanted: 0 }] = rows
    expect(Number(tokens)).toBeGreaterThan(20)
    expect(Number(wanted)).toBe(Number(tokens))
    await store.close()
  })

  test('re-decoding survives crashes, and blocks added or reverted in the meantime', async () => {
    const store = await upgraded('ea7f025')
    const random = seeded(3)
    const index = createEvmIndex(store, chainId, { from: genesis.number })
    const other = tokenBlocks(9, blocks[17] ?? tip, random, { fork: 'other' })
    for (let run = 0; run < 12; run++) {
      const stop = new AbortController()
      const stopping: Clock = { now: () => 0, wait: async () => stop.abort() }
      await redecodeChain(store, chainId, quiet, { signal: stop.signal, options: { clock: stopping, blocksMax: 2 } })
      if (run === 0) {
        const { result } = await evmServices(store).explorer.evmChains({})
        const { status, decoding_percent } = result.find(({ chain }) => chain === 'eth') ?? {}
        expect({ status, decoding_percent }).toEqual({ status: 'SYNCING', decoding_percent: 0 })
      }
      if (run === 1) await index.rewind(117)
      if (run === 2) await index.append(other, { latest: 126, finalized: 117 })
    }
    const fresh = await createStore()
    await createEvmIndex(fresh, chainId, { from: genesis.number }).append([...blocks.slice(0, 18), ...other], {
      latest: 126,
      finalized: 117,
    })
    expect(await dumpUpgraded(store)).toEqual(await dumpUpgraded(fresh))
    await store.close()
  })

  test('a new database needs no re-decoding, and a new decoder version re-decodes all of it', async () => {
    const store = await createStore()
    await redecodeChain(store, chainId, quiet, { signal: running(), options: { clock } })
    await createEvmIndex(store, chainId, { from: genesis.number }).append(blocks, head)
    const before = await dumpTables(store)
    const messages: object[] = []
    const log = { ...quiet, info: (facts: object) => messages.push(facts) }
    await redecodeChain(store, chainId, log, { signal: running(), options: { clock } })
    expect(messages).toEqual([])
    await sql`delete from evm_nft_transfers where block_number = ${tip.number - 3}`.execute(store.db)
    await sql`update evm_erc20_transfers set value = '999' where block_number = ${tip.number - 8}`.execute(store.db)
    await redecodeChain(store, chainId, log, {
      signal: running(),
      options: { clock, version: decoderVersion + 1, blocksMax: 4 },
    })
    expect(messages.at(-1)).toMatchObject({ chain: chainId })
    expect((await dumpTables(store)).filter(isTransfer)).toEqual(before.filter(isTransfer))
  })
})

/** Rows themselves: sums of transfers do not follow what the test deletes by hand. */
const isTransfer = (line: string): boolean => /^evm_\w+_(transfers|approvals) /.test(line)

const dumpUpgraded = async (store: Store<EvmTables>): Promise<string[]> => {
  const { rows } = await sql<object>`select address, kind, note from evm_contracts order by address`.execute(store.db)
  return [...(await dumpTables(store)), ...rows.map((row) => JSON.stringify(row))]
}

/** Every column and index, as the database itself describes them. */
const schemaOf = async (store: Store<EvmTables>): Promise<string[]> => {
  if (store.dialect === 'sqlite') {
    const { rows } = await sql<{ text: string }>`
      select m.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" as text
      from sqlite_schema as m, pragma_table_info(m.name) as c where m.type = 'table'
      union all
      select i.name || ' ' || group_concat(c.name) as text
      from sqlite_schema as i, pragma_index_info(i.name) as c where i.type = 'index' group by i.name
      order by 1`.execute(store.db)
    return rows.map(({ text }) => text)
  }
  const { rows } = await sql<{ text: string }>`
    select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable as text
    from information_schema.columns where table_schema = 'public'
    union all select regexp_replace(indexdef, ' ON public\.', ' ON ') as text from pg_indexes where schemaname = 'public'
    order by 1`.execute(store.db)
  return rows.map(({ text }) => text)
}
