import { type Kysely, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { isLeftIn } from '#lib/evm/query/spam/left-out.ts'
import { newestKnownBlock } from './newest-known-block.ts'
import { joinTokenFacts, type OwnedToken, type OwnerList, type OwnerPlace, tokenFacts } from './owner-list.ts'

/** The current list below `before`, in one statement: a range of one index for tokens, of another for balances. */
export const ownedTokens = async (
  db: Kysely<EvmTables>,
  list: OwnerList,
  before: OwnerPlace | undefined,
  rows: number,
): Promise<(OwnedToken & { newest: number })[]> => {
  const found = await sql<OwnedToken & { newest: number }>`
    select held.owner, held.amount, held.changed_block, held.changed_log, held.changed_batch,
      ${newestKnownBlock(list.chain)} as newest, ${tokenFacts}
    from (
      select * from (
        select token_address, token_hash, owner, '1' as amount, changed_block, changed_log, changed_batch
        ${tokensOf(list, before)}
        order by changed_block desc, changed_log desc, changed_batch desc limit ${rows}
      ) as tokens
      union all
      select * from (
        select token_address, token_hash, owner, amount, changed_block, changed_log, changed_batch
        ${balancesOf(list, before)}
        order by changed_block desc, changed_log desc, changed_batch desc, owner desc limit ${rows}
      ) as balances
      order by changed_block desc, changed_log desc, changed_batch desc, owner desc limit ${rows}
    ) as held
    ${joinTokenFacts(list.chain, 'held')}
    order by held.changed_block desc, held.changed_log desc, held.changed_batch desc, held.owner desc`.execute(db)
  return found.rows
}

/** The number of records, null above `most`, or if more rows had to be read. */
export const countOwnedTokens = async (
  db: Kysely<EvmTables>,
  list: OwnerList,
  most: number,
): Promise<number | null> => {
  // Always true; without it, SQLite would read the index of owners for a contract's tokens.
  const all = sql`and changed_block >= 0 limit ${most + 1}`
  const whole = { ...list, leftOut: undefined }
  const { rows } = await sql<{ seen: number; count: number }>`
    select count(*) as seen, count(case when 1 = 1 ${isLeftIn(list.chain, list.leftOut)} then 1 end) as count from (
      select token_address from (select token_address ${tokensOf(whole, undefined)} ${all}) as tokens
      union all
      select token_address from (select token_address ${balancesOf(whole, undefined)} ${all}) as balances
    ) as counted`.execute(db)
  const { seen, count } = rows[0] ?? { seen: 0, count: 0 }
  return seen > most ? null : count
}

/** No two tokens share a position: a transfer moves one token. */
const tokensOf = (list: OwnerList, before: OwnerPlace | undefined) => sql`
  from evm_nft_tokens where chain = ${list.chain} and ${sql.ref(list.of)} = ${list.address} and owner is not null
  ${ofContracts(list)} ${isLeftIn(list.chain, list.leftOut)} ${before ? sql`and ${belowPlace(before)}` : sql``}`

/** The owner orders the two records at one position, and is constant in a wallet's list. */
const balancesOf = (list: OwnerList, before: OwnerPlace | undefined) => sql`
  from evm_nft_balances where chain = ${list.chain} and ${sql.ref(list.of)} = ${list.address} and is_held = 1
  ${ofContracts(list)} ${isLeftIn(list.chain, list.leftOut)}
  ${before ? sql`and ${list.of === 'owner' ? belowPlace(before) : belowOwner(before)}` : sql``}`

const belowPlace = ({ changed_block, changed_log, changed_batch }: OwnerPlace) =>
  sql`(changed_block, changed_log, changed_batch) < (${changed_block}, ${changed_log}, ${changed_batch})`

const belowOwner = ({ changed_block, changed_log, changed_batch, owner }: OwnerPlace) =>
  sql`(changed_block, changed_log, changed_batch, owner) < (${changed_block}, ${changed_log}, ${changed_batch}, ${owner})`

const ofContracts = ({ contracts }: OwnerList) =>
  contracts ? sql`and token_address in (${sql.join(contracts)})` : sql``
