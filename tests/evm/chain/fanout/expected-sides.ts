import { sql } from 'kysely'
import { expect } from 'vitest'
import { readBuiltFrom } from '#lib/evm/chain/fanout/update-lists.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

const roles = ['from_address', 'to_address', 'token_address'] as const

/** The side rows of a chain are exactly those of its stored transfers, from the block on that is built. Returns how many. */
export const expectSides = async (store: Store<EvmTables>, chain: number): Promise<number> => {
  const builtFrom = (await readBuiltFrom(store.db, chain)) ?? Number.MAX_SAFE_INTEGER
  let count = 0
  for (const [transfers, sides] of [
    ['evm_erc20_transfers', 'evm_erc20_sides'],
    ['evm_nft_transfers', 'evm_nft_sides'],
  ] as const) {
    const expected: Record<string, unknown>[] = []
    for (const [role, column] of roles.entries()) {
      const { rows } = await sql<Record<string, unknown>>`
        select t.*, t.${sql.ref(column)} as address, coalesce(b.hash, h.hash) as block_hash,
          coalesce(b.timestamp, h.timestamp) as block_timestamp
        from ${sql.table(transfers)} as t
        left join evm_blocks as b on b.chain = t.chain and b.number = t.block_number
        left join evm_headers as h on h.chain = t.chain and h.number = t.block_number
        where t.chain = ${chain} and t.block_number >= ${builtFrom}`.execute(store.db)
      expected.push(...rows.map((row) => ({ ...row, role })))
    }
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(sides)} where chain = ${chain}`.execute(store.db)
    expect(rows.map(textOf).sort(), sides).toEqual(expected.map(textOf).sort())
    count += rows.length
  }
  return count
}

const textOf = (row: Record<string, unknown>): string =>
  JSON.stringify(
    Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value),
  )
