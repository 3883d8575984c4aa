import { sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { NftTransfer } from '#lib/evm/api/records/nfts.ts'
import { type InBlock, timestampText } from '#lib/evm/chain/decode/records.ts'
import type { NftStandard, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'

type TokenIdFormat = 'decimal' | 'hex'

/** What transfers show of their addresses and tokens. */
export type ShownTokens = AddressMarks & {
  /** Of the contract, otherwise its symbol. */
  nameOf: (contract: string) => string | null
  /** The path of a small preview on this server. */
  pictureOf: (token: Pick<NftTransferRow, 'token_hash'>) => string | null
}

/** Names, pictures, labels and flags of the tokens of a page. Three statements; pictures are only those that were made before. */
export const shownTokens = async (
  context: EvmQueryContext,
  chain: number,
  rows: readonly NftTransferRow[],
): Promise<ShownTokens> => {
  const contracts = [...new Set(rows.map(({ token_address }) => toHex(token_address)))]
  const [marks, words, pictures] = await Promise.all([
    marksOf(context, chain, contracts),
    readTokenMetadata(context.store.db, chain, contracts),
    tokenPictures(context, chain, rows),
  ])
  return {
    ...marks,
    nameOf: (contract) => words.get(contract)?.name ?? words.get(contract)?.symbol ?? null,
    pictureOf: ({ token_hash }) => pictures.get(toHex(token_hash)) ?? null,
  }
}

/** A longer URI contains the picture itself; where its preview is known, that is enough. */
const uriMax = 2_000

const tokenPictures = async (
  { store, media }: EvmQueryContext,
  chain: number,
  rows: readonly NftTransferRow[],
): Promise<ReadonlyMap<string, string>> => {
  const tokens = new Map(rows.map(({ token_hash }) => [toHex(token_hash), token_hash]))
  if (!media || tokens.size === 0) return new Map()
  const named = await store.db
    .selectFrom('evm_nft_metadata')
    .select(['token_hash', 'media_key', sql<string>`substr(media_uri, 1, ${uriMax})`.as('media_uri')])
    .where('chain', '=', chain)
    .where('token_hash', 'in', [...tokens.values()])
    .where('media_key', 'is not', null)
    .execute()
  const records = await media(named.map((row) => ({ ...row, is_cut: row.media_uri.length === uriMax })))
  return new Map(
    named.flatMap(({ token_hash, media_key }) => {
      const preview = media_key && records.get(toHex(media_key))?.media_collection?.low.url
      return preview ? [[toHex(token_hash), new URL(preview).pathname] as const] : []
    }),
  )
}

/** A stored NFT transfer as the API returns it; the fields are in the order of the interface. */
export const nftTransferRecord = (
  row: NftTransferRow & InBlock,
  format: TokenIdFormat,
  { labelOf, flags, nameOf, pictureOf }: ShownTokens,
): NftTransfer => {
  const contract = toHex(row.token_address)
  const from = toHex(row.from_address)
  const to = toHex(row.to_address)
  return {
    block_number: String(row.block_number),
    block_timestamp: timestampText(row.block_timestamp),
    block_hash: toHex(row.block_hash),
    transaction_hash: toHex(row.transaction_hash),
    transaction_index: row.transaction_index,
    log_index: row.log_index,
    value: row.transaction_value,
    contract_type: contractTypeOf(row.standard),
    transaction_type: row.is_batch ? 'Batch' : 'Single',
    token_address: contract,
    token_id: tokenIdText(row.token_id, format),
    token_name: nameOf(contract),
    token_picture: pictureOf(row),
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: labelOf(to),
    amount: row.amount,
    verified: 1,
    operator: row.operator === null ? null : toHex(row.operator),
    ...flags(contract),
  }
}

/** Null for contracts older than both standards. */
const contractTypeOf = (standard: NftStandard): string | null => (standard === 0 ? null : `ERC${standard}`)

/** A decimal token id in the requested format; hex has 0x and no leading zeros. */
const tokenIdText = (tokenId: string, format: TokenIdFormat): string =>
  format === 'hex' ? hexNumber(BigInt(tokenId)) : tokenId
