import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { Nft, OwnedNft } from '#lib/evm/api/records/nfts.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftStandard, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'
import { isLeftIn, type LeftOut } from '#lib/evm/query/left-out.ts'
import type { NftDocuments } from './nft-documents.ts'

/** The token fields of a record, independent of its owner. */
export type StoredNftFacts = Pick<
  NftTokenRow,
  'token_address' | 'token_hash' | 'token_id' | 'standard' | 'minted_block' | 'minter'
> & { name: string | null; symbol: string | null }

type Held = {
  owner: Uint8Array | null
  /** Negative if older transfers are not indexed. */
  amount: string
  changed_block: number
}

/** Output options of the request. */
export type Rendering = { format: 'decimal' | 'hex'; normalizeMetadata: boolean; media_items: boolean }

/** The data of a page's records besides their rows. */
export type NftSurroundings = { documents: NftDocuments; marks: AddressMarks }

const contractTypes: Record<NftStandard, string | null> = { 0: null, 721: 'ERC721', 1155: 'ERC1155' }

/** A token with its metadata; the fields are in the order of the interface. */
export const nftRecord = (
  row: StoredNftFacts & Held,
  { format }: Pick<Rendering, 'format'>,
  { documents, marks }: NftSurroundings,
) => {
  const { normalized_metadata, media, ...document } = documents.of(row)
  const contract = toHex(row.token_address)
  return {
    token_address: contract,
    token_id: format === 'hex' ? hexNumber(BigInt(row.token_id)) : row.token_id,
    owner_of: row.owner && toHex(row.owner),
    block_number: String(row.changed_block),
    block_number_minted: row.minted_block === null ? null : String(row.minted_block),
    token_hash: toHex(row.token_hash).slice(2),
    amount: row.amount.startsWith('-') ? null : row.amount,
    contract_type: contractTypes[row.standard],
    name: row.name,
    symbol: row.symbol,
    ...document,
    minter_address: row.minter && toHex(row.minter),
    ...(normalized_metadata !== undefined && { normalized_metadata }),
    ...(media !== undefined && { media }),
    ...marks.flags(contract),
  } satisfies Nft
}

/** A token with its owner and the amount held. */
export const ownedNftRecord = (
  row: StoredNftFacts & Held & { owner: Uint8Array },
  rendering: Pick<Rendering, 'format'>,
  surroundings: NftSurroundings,
): OwnedNft => ({
  ...nftRecord(row, rendering, surroundings),
  owner_of: toHex(row.owner),
})

/** A list with one record for every token and owner: of one contract or of one wallet, latest change first. */
export type OwnerList = {
  chain: number
  of: 'token_address' | 'owner'
  /** Of the contract or the wallet. */
  address: Uint8Array
  /** Only tokens of these contracts. */
  contracts: readonly Uint8Array[] | undefined
  /** For a list without spam: the excluded contracts. */
  leftOut?: LeftOut
}

/**
 * The position of a record in its list: its newest transfer, and the owner, because one ERC1155 transfer changes two
 * records.
 */
export type OwnerPosition = {
  changed_block: number
  changed_log: number
  changed_batch: number
  owner: Uint8Array
}

export type OwnedToken = StoredNftFacts &
  OwnerPosition & {
    amount: string
  }

/** Above zero when `a` comes before `b`. */
export const compareOwnerPlaces = (a: OwnerPosition, b: OwnerPosition): number =>
  a.changed_block - b.changed_block ||
  a.changed_log - b.changed_log ||
  a.changed_batch - b.changed_batch ||
  Buffer.compare(a.owner, b.owner)

/** Identifies a token and its owner. */
export const pairKey = ({ token_hash }: Pick<StoredNftFacts, 'token_hash'>, owner: Uint8Array): string =>
  `${toHex(token_hash)}${toHex(owner)}`

/** The token columns of every record: from `t` (evm_nft_tokens) and `c` (evm_contracts). For a `select` list. */
export const tokenFacts: RawBuilder<unknown> = sql`
  t.token_address, t.token_hash, t.token_id, t.standard, t.minted_block, t.minter, c.name, c.symbol`

/** The joined tables of `tokenFacts`, by the token of `row`. */
export const joinTokenFacts = (chain: number, row: string): RawBuilder<unknown> => sql`
  join evm_nft_tokens as t on t.chain = ${chain}
    and t.token_address = ${sql.ref(`${row}.token_address`)} and t.token_hash = ${sql.ref(`${row}.token_hash`)}
  left join evm_contracts as c on c.chain = ${chain} and c.address = ${sql.ref(`${row}.token_address`)}`

/** The highest block with any stored data: no row is newer. For a `select` list. */
export const newestKnownBlock = (chain: number): RawBuilder<number> => sql<number>`(
  select max(number) from (
    select max(number) as number from evm_blocks where chain = ${chain}
    union all
    select max(number) as number from evm_headers where chain = ${chain}
  ) as known)`

/** The current list below `before`, in one statement: a range of one index for tokens, of another for balances. */
export const ownedTokens = async (
  db: Kysely<EvmTables>,
  list: OwnerList,
  before: OwnerPosition | undefined,
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
const tokensOf = (list: OwnerList, before: OwnerPosition | undefined) => sql`
  from evm_nft_tokens where chain = ${list.chain} and ${sql.ref(list.of)} = ${list.address} and owner is not null
  ${ofContracts(list)} ${isLeftIn(list.chain, list.leftOut)} ${before ? sql`and ${belowPosition(before)}` : sql``}`

/** The owner orders the two records at one position, and is constant in a wallet's list. */
const balancesOf = (list: OwnerList, before: OwnerPosition | undefined) => sql`
  from evm_nft_balances where chain = ${list.chain} and ${sql.ref(list.of)} = ${list.address} and is_held = 1
  ${ofContracts(list)} ${isLeftIn(list.chain, list.leftOut)}
  ${before ? sql`and ${list.of === 'owner' ? belowPosition(before) : belowOwner(before)}` : sql``}`

const belowPosition = ({ changed_block, changed_log, changed_batch }: OwnerPosition) =>
  sql`(changed_block, changed_log, changed_batch) < (${changed_block}, ${changed_log}, ${changed_batch})`

const belowOwner = ({ changed_block, changed_log, changed_batch, owner }: OwnerPosition) =>
  sql`(changed_block, changed_log, changed_batch, owner) < (${changed_block}, ${changed_log}, ${changed_batch}, ${owner})`

const ofContracts = ({ contracts }: OwnerList) =>
  contracts ? sql`and token_address in (${sql.join(contracts)})` : sql``
