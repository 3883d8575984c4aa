import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { NftSearchResult } from '#lib/evm/api/records/nfts.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'

type DocumentColumns = Pick<
  NftMetadataRow,
  | 'id'
  | 'chain'
  | 'token_address'
  | 'token_hash'
  | 'token_id'
  | 'token_uri'
  | 'metadata'
  | 'name'
  | 'description'
  | 'attributes'
  | 'uri_synced_at'
  | 'metadata_synced_at'
  | 'created_at'
  | 'updated_at'
>
type FoundRow = DocumentColumns & Pick<NftTokenRow, 'standard' | 'minted_block' | 'minter' | 'minted_transaction'>

/** The search results for these documents, in their order: one statement, and one for the ratings of their contracts. */
export const searchRecords = async (
  context: EvmQueryContext,
  chain: number,
  ids: readonly number[],
  format: 'decimal' | 'hex',
): Promise<NftSearchResult[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundRow>`
    select m.id, m.chain, m.token_address, m.token_hash, m.token_id, m.token_uri, m.metadata, m.name, m.description, m.attributes,
      m.uri_synced_at, m.metadata_synced_at, m.created_at, m.updated_at, t.standard, t.minted_block, t.minter,
      t.minted_transaction
    from evm_nft_metadata as m
    join evm_nft_tokens as t
      on t.chain = m.chain and t.token_address = m.token_address and t.token_hash = m.token_hash
    where m.chain = ${chain} and t.chain = ${chain} and m.id in (${sql.join(ids)})`.execute(context.store.db)
  const marks = await marksOf(
    context,
    chain,
    rows.map(({ token_address }) => token_address),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    return row ? searchRecord(row, format, marks) : []
  })
}

const contractTypes: Record<NftTokenRow['standard'], string | null> = { 0: null, 721: 'ERC721', 1155: 'ERC1155' }

/** The fields are in the order of the interface. Its codes mean that the document is stored and nothing is pending. */
const searchRecord = (row: FoundRow, format: 'decimal' | 'hex', { flags }: AddressMarks): NftSearchResult => {
  const contract = toHex(row.token_address)
  return {
    token_id: format === 'hex' ? hexNumber(BigInt(row.token_id)) : row.token_id,
    token_address: contract,
    token_uri: row.token_uri,
    metadata: row.metadata,
    is_valid: 1,
    syncing: 2,
    frozen: 0,
    resyncing: 0,
    contract_type: contractTypes[row.standard],
    token_hash: toHex(row.token_hash).slice(2),
    batch_id: batchId(row),
    metadata_name: row.name,
    metadata_description: row.description,
    metadata_attributes: row.attributes,
    block_number_minted: row.minted_block === null ? null : String(row.minted_block),
    opensea_lookup: null,
    minter_address: row.minter && toHex(row.minter),
    transaction_minted: row.minted_transaction && toHex(row.minted_transaction),
    frozen_log_index: null,
    imported: null,
    last_token_uri_sync: momentText(row.uri_synced_at),
    last_metadata_sync: momentText(row.metadata_synced_at),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    ...flags(contract),
  }
}

/** A constant UUID of version 8 (RFC 9562) for each token: there are no batches here. */
const batchId = ({ chain, token_hash }: FoundRow): string => {
  const digits = hash('sha256', `batch ${chain} ${toHex(token_hash)}`, 'hex')
  const variant = ((Number.parseInt(digits.slice(15, 16), 16) & 3) | 8).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(12, 15)}`,
    `${variant}${digits.slice(16, 19)}`,
    digits.slice(19, 31),
  ].join('-')
}
