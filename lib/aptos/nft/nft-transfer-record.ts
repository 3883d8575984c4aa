import type { AptosNftTransfer } from '#lib/aptos/api/records.ts'
import type { AptosTokenActivityRow, AptosTokenStandard } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'

/** An activity as the lists of transfers return it; the fields are in the order of the interface. */
export const aptosNftTransferRecord = (row: AptosTokenActivityRow): AptosNftTransfer => ({
  collection_data_id_hash: idText(row.collection_data_id_hash),
  collection_name: row.collection_name,
  creator_address: toHex(row.creator_address),
  event_account_address: toHex(row.event_account_address),
  event_creation_number: row.event_creation_number,
  event_sequence_number: row.event_sequence_number,
  name: row.name,
  property_version: row.property_version,
  token_amount: row.token_amount,
  token_data_id_hash: idText(row.token_data_id_hash),
  transaction_timestamp: microsecondsText(row.transaction_timestamp),
  transfer_type: row.transfer_type,
  transaction_version: String(row.transaction_version),
  coin_amount: null,
  coin_type: null,
  from_address: row.from_address && toHex(row.from_address),
  to_address: row.to_address && toHex(row.to_address),
  ...standardOf(row),
})

/** 64 hex digits without 0x. */
export const idText = (bytes: Uint8Array): string => toHex(bytes).slice(2)

/** ISO 8601 with microseconds, from microseconds since 1970. */
export const microsecondsText = (microseconds: number): string => {
  const milliseconds = new Date(Math.floor(microseconds / 1_000)).toISOString()
  return `${milliseconds.slice(0, -1)}${String(microseconds % 1_000).padStart(3, '0')}Z`
}

/** An additional field, only for digital assets: records of token v1 match the interface. */
export const standardOf = ({ token_standard }: { token_standard: AptosTokenStandard }) =>
  token_standard === 'v2' ? { token_standard } : {}
