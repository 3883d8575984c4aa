import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftStandard, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { isLeftIn } from '#lib/evm/query/spam/left-out.ts'
import { joinTokenFacts, type OwnedToken, type OwnerList, tokenFacts } from './owner-list.ts'

/** A transfer with its token, and the current balances of its two sides. */
export type Move = Omit<OwnedToken, 'owner' | 'changed_block' | 'changed_log' | 'changed_batch'> &
  Pick<NftTransferRow, 'from_address' | 'to_address' | 'amount'> & {
    moved_as: NftStandard
    sender_has: string | null
    receiver_has: string | null
  }

/** The transfers after a block that touched the list, oldest first; transfers and balances are read in one statement. */
export const movesSince = async (
  db: Kysely<EvmTables>,
  list: OwnerList,
  block: number,
  rows: number,
): Promise<Move[]> => {
  const { chain, address } = list
  const touched = (column: string): RawBuilder<unknown> => sql`
    select * from evm_nft_transfers
    where chain = ${chain} and ${sql.ref(column)} = ${address} and block_number > ${block}
      ${isLeftIn(chain, list.leftOut)}`
  const order = sql`order by block_number, log_index, batch_index limit ${rows}`
  const moves =
    list.of === 'token_address'
      ? sql`${touched('token_address')} ${order}`
      : sql`select * from (${touched('from_address')} ${order}) as sent
          union all select * from (${touched('to_address')} and from_address <> ${address} ${order}) as received
          ${order}`
  const found = await sql<Move>`
    select m.from_address, m.to_address, m.amount, m.standard as moved_as,
      s.amount as sender_has, r.amount as receiver_has, ${tokenFacts}
    from (${moves}) as m
    ${joinTokenFacts(chain, 'm')}
    left join evm_nft_balances as s
      on s.chain = ${chain} and s.token_hash = m.token_hash and s.owner = m.from_address
    left join evm_nft_balances as r
      on r.chain = ${chain} and r.token_hash = m.token_hash and r.owner = m.to_address
    order by m.block_number, m.log_index, m.batch_index`.execute(db)
  return found.rows
}
