import { toHex } from '#lib/base/bytes.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { NftTransfer } from '#lib/evm/api/records/nfts.ts'
import { type InBlock, timestampText } from '#lib/evm/chain/decode/records.ts'
import type { NftStandard, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { AddressMarks } from '#lib/evm/query/flags.ts'

type TokenIdFormat = 'decimal' | 'hex'

/** A stored NFT transfer as the API returns it; the fields are in the order of the interface. */
export const nftTransferRecord = (
  row: NftTransferRow & InBlock,
  format: TokenIdFormat,
  { labelOf, flags }: AddressMarks,
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
