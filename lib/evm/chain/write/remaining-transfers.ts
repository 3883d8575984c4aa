import { type RawBuilder, sql, type Transaction } from 'kysely'
import { zeroAddressBytes } from '#lib/base/bytes.ts'
import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { balanceKey, type TokenPosition, tokenKey } from '#lib/evm/chain/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow, NftTokenRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** The transfers of a chain after those of some blocks were deleted; `after` is the last of these blocks. */
export type Remaining = { transaction: Transaction<EvmTables>; chain: number; after: number }

type Token = Pick<NftTokenRow, 'token_address' | 'token_hash'>
type Owned = Pick<NftBalanceRow, 'token_address' | 'token_hash' | 'owner'>

/** Searches per statement: SQLite supports 500 parts of a `union all`. */
const searchesPerStatement = 100
/** How many of a token's newest transfers are searched before those of its owner. */
const tokenDepth = 200

const oldestFirst = sql`order by block_number, log_index, batch_index`
const newestFirst = sql`order by block_number desc, log_index desc, batch_index desc`

/** Each token's newest transfer, by `tokenKey`; none for tokens without remaining transfers. */
export const newestTransfers = (remaining: Remaining, tokens: readonly Token[]) =>
  searchEach<Token, TokenPosition & Pick<NftTransferRow, 'to_address' | 'standard'>>(
    remaining,
    tokens,
    tokenKey,
    ({ token_hash }) => sql`
      select block_number, log_index, batch_index, to_address, standard from evm_nft_transfers
      where chain = ${remaining.chain} and token_hash = ${token_hash} ${newestFirst} limit 1`,
  )

/** The lowest block of tokens whose lowest was deleted. */
export const oldestBlocks = ({ after, ...remaining }: Remaining, tokens: readonly Token[]) =>
  searchEach<Token, Pick<TokenPosition, 'block_number'>>(
    remaining,
    tokens,
    tokenKey,
    ({ token_hash }) => sql`
      select block_number from evm_nft_transfers
      where chain = ${remaining.chain} and token_hash = ${token_hash} and block_number > ${after} ${oldestFirst} limit 1`,
  )

/** The first block with a transfer of each of these collections, by `bytesKey`. */
export const firstBlocksOfContracts = async (
  remaining: Remaining,
  transfers: readonly Pick<NftTransferRow, 'token_address'>[],
): Promise<Map<string, number>> => {
  const contracts = new Map(transfers.map(({ token_address }) => [bytesKey(token_address), token_address]))
  const found = await searchEach<Uint8Array, Pick<TokenPosition, 'block_number'>>(
    remaining,
    [...contracts.values()],
    bytesKey,
    (token_address) => sql`
      select block_number from evm_nft_transfers
      where chain = ${remaining.chain} and token_address = ${token_address} ${oldestFirst} limit 1`,
  )
  return new Map([...found].map(([key, { block_number }]) => [key, block_number]))
}

/** The first mint of tokens whose first was deleted; none if no other is known. */
export const firstMints = ({ after, ...remaining }: Remaining, tokens: readonly Token[]) =>
  searchEach<Token, TokenPosition & Pick<NftTransferRow, 'to_address' | 'transaction_hash'>>(
    remaining,
    tokens,
    tokenKey,
    ({ token_hash }) => sql`
      select block_number, log_index, batch_index, to_address, transaction_hash from evm_nft_transfers
      where chain = ${remaining.chain} and token_hash = ${token_hash} and block_number > ${after}
        and ${notByIndex('from_address')} = ${zeroAddressBytes} ${oldestFirst} limit 1`,
  )

/** Reads every transfer of these tokens, for the few with two standards. */
export const highestStandards = (remaining: Remaining, tokens: readonly Token[]) =>
  searchEach<Token, Pick<NftTransferRow, 'standard'>>(
    remaining,
    tokens,
    tokenKey,
    ({ token_hash }) => sql`
      select max(standard) as standard from evm_nft_transfers
      where chain = ${remaining.chain} and token_hash = ${token_hash}`,
  )

/** The newest ERC1155 transfer of a token from or to its owner, by `balanceKey`; none if none remains. */
export const newestPlacesOfOwners = async (
  remaining: Remaining,
  balances: readonly Owned[],
): Promise<Map<string, TokenPosition>> => {
  const ofToken = await searchEach<Owned, TokenPosition>(
    remaining,
    balances,
    balanceKey,
    ({ token_hash, owner }) => sql`
      select block_number, log_index, batch_index from (
        select * from evm_nft_transfers
        where chain = ${remaining.chain} and token_hash = ${token_hash} ${newestFirst} limit ${sql.lit(tokenDepth)}
      ) as newest
      where standard = 1155 and (from_address = ${owner} or to_address = ${owner}) ${newestFirst} limit 1`,
  )
  const unknown = balances.filter((balance) => !ofToken.has(balanceKey(balance)))
  const deep = await deepTokens(remaining, unknown)
  const ofOwner = await searchEach<Owned, TokenPosition>(
    remaining,
    unknown.filter((balance) => deep.has(tokenKey(balance))),
    balanceKey,
    ({ token_hash, owner }) => {
      const side = (column: 'from_address' | 'to_address') => sql`
        select * from (
          select block_number, log_index, batch_index from evm_nft_transfers
          where chain = ${remaining.chain} and ${sql.ref(column)} = ${owner} and standard = 1155
            and ${notByIndex('token_hash')} = ${token_hash} ${newestFirst} limit 1
        ) as ${sql.ref(`by_${column}`)}`
      return sql`
        select * from (${side('from_address')} union all ${side('to_address')}) as sides ${newestFirst} limit 1`
    },
  )
  return new Map([...ofToken, ...ofOwner])
}

/** Tokens with more remaining transfers than were read. */
const deepTokens = (remaining: Remaining, balances: readonly Owned[]) =>
  searchEach<Token, unknown>(
    remaining,
    [...new Map(balances.map((balance) => [tokenKey(balance), balance])).values()],
    tokenKey,
    ({ token_hash }) => sql`
      select block_number from evm_nft_transfers
      where chain = ${remaining.chain} and token_hash = ${token_hash} ${newestFirst}
      limit 1 offset ${sql.lit(tokenDepth)}`,
  )

/** A column that must not be used through an index. */
const notByIndex = (column: string): RawBuilder<unknown> => sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})`

/** Finds at most one row for each key, many in one statement; results by the text of the key. */
const searchEach = async <Key, Found>(
  { transaction }: Pick<Remaining, 'transaction'>,
  keys: readonly Key[],
  textOf: (key: Key) => string,
  searchOf: (key: Key) => RawBuilder<unknown>,
): Promise<Map<string, Found>> => {
  const found = new Map<string, Found>()
  for (const sought of batchesOf(keys, searchesPerStatement)) {
    const searches = sought.map(
      (key, position) => sql`select ${sql.lit(position)} as position, one.* from (${searchOf(key)}) as one`,
    )
    const { rows } = await sql<Found & { position: number }>`${sql.join(searches, sql` union all `)}`.execute(
      transaction,
    )
    for (const row of rows) {
      const key = sought[row.position]
      if (key !== undefined) found.set(textOf(key), row)
    }
  }
  return found
}
