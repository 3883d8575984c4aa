import { type Kysely, sql } from 'kysely'
import type { BlockLink, ChainIndex, Head, RangeIndex } from '#lib/indexing/chain.ts'
import { addRange, type BlockRange } from '#lib/indexing/intervals.ts'
import type { MigrationSet, Store } from '#lib/store/store.ts'
import type { FakeBlock } from './fake-chain.ts'
import type { IndexContents } from './memory-index.ts'

export type StoredIndexTables = {
  fake_block: { number: number; hash: string; parent_hash: string | null; amount: number }
  fake_state: { id: number; sum: number; finalized: number | null }
  fake_range: { first: number; last: number }
}

export const storedIndexMigrations: MigrationSet = {
  name: 'fake',
  migrations: ({ integer, text }) => ({
    '001-blocks': {
      up: async (db) => {
        await db.schema
          .createTable('fake_block')
          .addColumn('number', integer, (column) => column.primaryKey())
          .addColumn('hash', text, (column) => column.notNull())
          .addColumn('parent_hash', text)
          .addColumn('amount', integer, (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('fake_state')
          .addColumn('id', integer, (column) => column.primaryKey())
          .addColumn('sum', integer, (column) => column.notNull())
          .addColumn('finalized', integer)
          .execute()
        await db.schema
          .createTable('fake_range')
          .addColumn('first', integer, (column) => column.primaryKey())
          .addColumn('last', integer, (column) => column.notNull())
          .execute()
      },
    },
  }),
}

export class InjectedCrash extends Error {}

/** A small index in a real database, with a sum that each append and rewind moves. It can be made to crash anywhere. */
export class StoredIndex implements ChainIndex<FakeBlock>, RangeIndex<FakeBlock> {
  readonly #store: Store<StoredIndexTables>
  readonly #crashes: () => boolean

  constructor(store: Store<StoredIndexTables>, crashes: () => boolean = () => false) {
    this.#store = store
    this.#crashes = crashes
  }

  async tip(): Promise<BlockLink | undefined> {
    return await this.#link(this.#store.db.selectFrom('fake_block').orderBy('number', 'desc').limit(1))
  }

  async linkAt(number: number): Promise<BlockLink | undefined> {
    return await this.#link(this.#store.db.selectFrom('fake_block').where('number', '=', number))
  }

  async finalized(): Promise<number | undefined> {
    const state = await this.#store.db.selectFrom('fake_state').select('finalized').executeTakeFirst()
    return state?.finalized ?? undefined
  }

  async covered(): Promise<BlockRange[]> {
    const rows = await this.#store.db.selectFrom('fake_range').selectAll().orderBy('first').execute()
    return rows.map(({ first, last }) => ({ first, last }))
  }

  async append(blocks: readonly FakeBlock[], head: Head): Promise<void> {
    await this.#change(async (db) => {
      await this.#insert(db, blocks)
      await this.#move(db, sumOf(blocks), head.finalized)
    })
  }

  async rewind(number: number | undefined): Promise<void> {
    await this.#change(async (db) => {
      const taken = db
        .deleteFrom('fake_block')
        .where('number', '>', number ?? -1)
        .returning('amount')
      await this.#move(db, -sumOf(await taken.execute()))
    })
  }

  async appendRange(blocks: readonly FakeBlock[], head: Head): Promise<void> {
    const [first, last] = [blocks[0]?.number ?? 0, blocks.at(-1)?.number ?? -1]
    const ranges = addRange(await this.covered(), { first, last })
    await this.#change(async (db) => {
      const replaced = db.deleteFrom('fake_block').where('number', '>=', first).where('number', '<=', last)
      const gone = sumOf(await replaced.returning('amount').execute())
      await this.#insert(db, blocks)
      await db.deleteFrom('fake_range').execute()
      await db.insertInto('fake_range').values(ranges).execute()
      await this.#move(db, sumOf(blocks) - gone, head.finalized)
    })
  }

  async contents(): Promise<IndexContents> {
    const blocks = await this.#store.db.selectFrom('fake_block').select(['number', 'hash']).orderBy('number').execute()
    const state = await this.#store.db.selectFrom('fake_state').select('sum').executeTakeFirst()
    return { blocks: blocks.map(({ number, hash }) => ({ number, hash })), sum: state?.sum ?? 0 }
  }

  async clear(): Promise<void> {
    for (const table of ['fake_block', 'fake_state', 'fake_range'] as const) {
      await this.#store.db.deleteFrom(table).execute()
    }
  }

  async #link(query: { selectAll(): { executeTakeFirst(): Promise<StoredIndexTables['fake_block'] | undefined> } }) {
    const row = await query.selectAll().executeTakeFirst()
    return row && { number: row.number, hash: row.hash, parentHash: row.parent_hash ?? undefined }
  }

  async #change(change: (db: Kysely<StoredIndexTables>) => Promise<void>): Promise<void> {
    this.#mayCrash('before the transaction')
    await this.#store.db.transaction().execute(async (transaction) => {
      await change(transaction)
      this.#mayCrash('before the commit')
    })
    this.#mayCrash('after the commit')
  }

  #mayCrash(where: string): void {
    if (this.#crashes()) throw new InjectedCrash(where)
  }

  async #insert(db: Kysely<StoredIndexTables>, blocks: readonly FakeBlock[]): Promise<void> {
    const rows = blocks.map(({ number, hash, parentHash, amount }) => ({
      number,
      hash,
      parent_hash: parentHash ?? null,
      amount,
    }))
    await db.insertInto('fake_block').values(rows).execute()
  }

  async #move(db: Kysely<StoredIndexTables>, change: number, finalized?: number): Promise<void> {
    await db
      .insertInto('fake_state')
      .values({ id: 1, sum: change, finalized: finalized ?? null })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          sum: sql`fake_state.sum + excluded.sum`,
          finalized: sql`coalesce(excluded.finalized, fake_state.finalized)`,
        }),
      )
      .execute()
  }
}

const sumOf = (blocks: readonly { amount: number }[]): number => blocks.reduce((sum, { amount }) => sum + amount, 0)
