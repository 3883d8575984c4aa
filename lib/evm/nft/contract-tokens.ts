import { type Kysely, sql } from 'kysely'
import type { CallContext } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { Nft, OwnedNft } from '#lib/evm/api/records/nfts.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import type { TokenWithoutRow } from './metadata/stored-metadata.ts'
import { type DocumentRendering, nftDocuments } from './nft-documents.ts'
import {
  type NftSurroundings,
  newestKnownBlock,
  nftRecord,
  type OwnedToken,
  ownedNftRecord,
  type Rendering,
  type StoredNftFacts,
} from './owner-list.ts'

/** Token hashes from `lowest` to `highest`, both included, 16 bytes each. */
type HashRange = { lowest: Uint8Array; highest: Uint8Array }

const hashes = 2n ** 128n

/**
 * Slice `range` (from 1) of `totalRanges` equal slices of all token hashes; all of them if neither is given. The slices
 * are complete and disjoint. @throws invalid_request naming the parameter that is missing or out of range.
 */
export const hashRange = (totalRanges: number | undefined, range: number | undefined): HashRange => {
  if (totalRanges === undefined && range !== undefined)
    throw badParameter('totalRanges', 'is required with range: the number of parts')
  if (totalRanges !== undefined && range === undefined)
    throw badParameter('range', 'is required with totalRanges: the part to return, from 1')
  const [parts, part] = [totalRanges ?? 1, range ?? 1]
  if (part > parts) throw badParameter('range', `is out of range: there are ${parts} parts`)
  const startOf = (index: number): bigint => (hashes * BigInt(index)) / BigInt(parts)
  return { lowest: hashBytes(startOf(part - 1)), highest: hashBytes(startOf(part) - 1n) }
}

const hashBytes = (hash: bigint): Uint8Array => Buffer.from(hash.toString(16).padStart(32, '0'), 'hex')

/** Tokens of one contract by their hash. */
type ContractTokenQuery = {
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

/** The data of a page's records besides their rows, one statement for each part. */
export const nftSurroundings = async (
  context: EvmQueryContext,
  chain: number,
  tokens: readonly TokenWithoutRow[],
  rendering: DocumentRendering,
): Promise<NftSurroundings> => {
  const [documents, marks] = await Promise.all([
    nftDocuments(context, chain, tokens, rendering),
    marksOf(
      context,
      chain,
      tokens.map(({ token_address }) => token_address),
    ),
  ])
  return { documents, marks }
}

type RecordOf<Row, Shown> = (row: Row, rendering: Rendering, surroundings: NftSurroundings) => Shown

/** What a page shows of tokens: of all, or of the first `shownMax`, whose documents were read. */
const describedBy =
  <Row extends TokenWithoutRow, Shown>(recordOf: RecordOf<Row, Shown>) =>
  async (
    context: EvmQueryContext,
    chain: number,
    tokens: readonly Row[],
    rendering: Rendering,
    call: CallContext | undefined,
  ) => {
    const surroundings = await nftSurroundings(context, chain, tokens, { ...rendering, brief: call?.brief })
    return {
      recordOf: (row: Row) => recordOf(row, rendering, surroundings),
      shownMax: surroundings.documents.readable,
    }
  }

export const describeNfts = describedBy<ContractToken, Nft>(nftRecord)
export const describeOwnedNfts = describedBy<OwnedToken, OwnedNft>(ownedNftRecord)
