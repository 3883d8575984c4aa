import type { Kysely } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

/**
 * The newest and the oldest stored block that are final and passed their checks: a node with a different block at their
 * height is of another chain. The oldest is for nodes that lag, the newest for those that have pruned their history.
 */
export const storedAnchors = async (
  db: Kysely<EvmTables>,
  chain: number,
): Promise<{ number: number; hash: string }[]> => {
  const final = (await readChainRow(db, chain))?.final_block ?? undefined
  if (final === undefined) return []
  const endOf = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('evm_blocks')
      .select(['number', 'hash'])
      .where('chain', '=', chain)
      .where('number', '<=', final)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('evm_doubtful_blocks')
              .select('evm_doubtful_blocks.number')
              .where('evm_doubtful_blocks.chain', '=', chain)
              .whereRef('evm_doubtful_blocks.number', '=', 'evm_blocks.number'),
          ),
        ),
      )
      .orderBy('number', direction)
      .limit(1)
      .executeTakeFirst()
  const ends = await Promise.all([endOf('asc'), endOf('desc')])
  const rows = ends.filter((row) => row !== undefined)
  return rows
    .filter(({ number }, at) => rows.findIndex((row) => row.number === number) === at)
    .map(({ number, hash }) => ({ number, hash: toHex(hash) }))
}
