import { type Kysely, sql } from 'kysely'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { withBlock } from '#lib/evm/query/with-block.ts'
import type { Change } from './walk-back.ts'

/** Transfers of the address read on each side, of all tokens: some ten milliseconds. */
const transfersMax = 5_000

type Side = 'from_address' | 'to_address'
type Row = { block_number: number; block_timestamp: number; value: string }
/**
 * The number of transfers read and the block of the oldest, joined with each transfer of the token; without any, a
 * single row.
 */
type NewestRow = { transfers: number; oldest: number | null } & (Row | { [Column in keyof Row]: null })

export type Changes = {
  /** Newest first, without blocks that left the balance as it was. */
  changes: readonly Change[]
  /** Changes before this block were not read. */
  readFrom: number
}

/** The changes of an address's balance of a token by its transfers, in blocks `first` to `last`. */
export const tokenChanges = async (
  db: Kysely<EvmTables>,
  {
    chain,
    address,
    token,
    first,
    last,
  }: { chain: number; address: string; token: string; first: number; last: number },
): Promise<Changes> => {
  const block = withBlock(chain, 't')
  const read = async (side: Side) => {
    const { rows } = await sql<NewestRow>`
      with newest as materialized (
        select block_number, token_address, value from evm_erc20_transfers
          where chain = ${chain} and ${sql.ref(side)} = ${toBytes(address)}
            and block_number >= ${first} and block_number <= ${last}
          order by block_number desc, log_index desc limit ${transfersMax}),
      bounds as (select count(*) as transfers, min(block_number) as oldest from newest),
      changes as (select t.block_number, t.value, ${block.columns} from newest as t ${block.joins}
        where t.token_address = ${toBytes(token)})
      select * from bounds left join changes on true`.execute(db)
    const { transfers = 0, oldest = null } = rows[0] ?? {}
    const isCut = Number(transfers) >= transfersMax && oldest !== null
    return { rows: rows.filter(isChange), readFrom: isCut ? Number(oldest) + 1 : first }
  }
  const [sent, received] = await Promise.all([read('from_address'), read('to_address')])
  const readFrom = Math.max(sent.readFrom, received.readFrom)
  const byBlock = new Map<number, Change>()
  const add = ({ block_number, block_timestamp, value }: Row, sign: bigint) => {
    const block = Number(block_number)
    const known = byBlock.get(block)
    const delta = (known?.delta ?? 0n) + sign * BigInt(value)
    byBlock.set(block, { block, timestamp: Number(block_timestamp), delta })
  }
  for (const row of sent.rows) add(row, -1n)
  for (const row of received.rows) add(row, 1n)
  const changes = [...byBlock.values()]
    .filter(({ block, delta }) => block >= readFrom && delta !== 0n)
    .sort((a, b) => b.block - a.block)
  return { changes, readFrom }
}

const isChange = (row: NewestRow): row is NewestRow & Row => row.block_number !== null
