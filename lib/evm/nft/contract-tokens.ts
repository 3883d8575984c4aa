import { type Kysely, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HashRange } from './hash-range.ts'
import { newestKnownBlock } from './newest-known-block.ts'
import type { StoredNftFacts } from './nft-record.ts'

/** Tokens of one contract by their hash. */
export type ContractTokenQuery = {
  chain: number
  contract: Uint8Array
  hashes: HashRange
  /** Only tokens with a lower hash whose first known transfer is at or before this block. */
  after: { hash: Uint8Array; snapshot: number } | undefined
  withBurned: boolean
  /** Maximum number of rows. */
  rows: number
}

export type ContractToken = StoredNftFacts & {
  /** For an ERC1155 token: its only owner, if there is just one. Null if burned, too. */
  owner: Uint8Array | null
  amount: string
  changed_block: number
  /** The newest known block. */
  newest: number
}

/** The highest hashes first, in one statement: a range of the table's key. */
export const contractTokens = async (db: Kysely<EvmTables>, query: ContractTokenQuery): Promise<ContractToken[]> => {
  const { chain, contract, rows } = query
  const found = await sql<Omit<ContractToken, 'owner'> & Holders>`
    select page.token_address, page.token_hash, page.token_id, page.standard, page.minted_block, page.minter,
      page.owner, page.supply as amount, page.changed_block, c.name, c.symbol,
      ${newestKnownBlock(chain)} as newest,
      ${holderOf(chain, 0)} as first_holder,
      ${holderOf(chain, 1)} as second_holder
    from (
      select * from evm_nft_tokens ${conditions(query)} order by token_hash desc limit ${rows}
    ) as page
    left join evm_contracts as c on c.chain = ${chain} and c.address = ${contract}
    order by page.token_hash desc`.execute(db)
  return found.rows.map(({ first_holder, second_holder, ...row }) => ({
    ...row,
    owner: row.owner ?? (second_holder ? null : first_holder),
  }))
}

/** The number of tokens, null above `most`. */
export const countContractTokens = async (
  db: Kysely<EvmTables>,
  query: Omit<ContractTokenQuery, 'rows'>,
  most: number,
): Promise<number | null> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 as one from evm_nft_tokens ${conditions(query)} limit ${most + 1}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > most ? null : count
}

type Holders = { owner: Uint8Array | null; first_holder: Uint8Array | null; second_holder: Uint8Array | null }

const conditions = ({ chain, contract, hashes, after, withBurned }: Omit<ContractTokenQuery, 'rows'>) => sql`
  where chain = ${chain} and token_address = ${contract} and token_hash >= ${hashes.lowest}
    and ${after ? sql`token_hash < ${after.hash} and first_block <= ${after.snapshot}` : sql`token_hash <= ${hashes.highest}`}
    ${withBurned ? sql`` : sql`and supply <> '0'`}`

/** Two holders are enough to know that there is more than one. */
const holderOf = (chain: number, skipped: 0 | 1) => sql`case when page.standard = 1155 then (
  select b.owner from evm_nft_balances as b
  where b.chain = ${chain} and b.token_hash = page.token_hash and b.is_held = 1
  order by b.owner limit 1 offset ${sql.lit(skipped)}) end`
