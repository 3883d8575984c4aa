import * as z from 'zod'
import type { AptosNftOwner } from '#lib/aptos/api/records.ts'
import type { AptosTokenOwnershipRow } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { idText, microsecondsText, standardOf } from './nft-transfer-record.ts'

/** A holding as the list of holders returns it; the fields are in the order of the interface. */
export const nftOwnerRecord = (row: AptosTokenOwnershipRow): AptosNftOwner => ({
  amount: row.amount,
  collection_data_id_hash: idText(row.collection_data_id_hash),
  collection_name: row.collection_name,
  creator_address: toHex(row.creator_address),
  last_transaction_timestamp: microsecondsText(row.last_transaction_timestamp),
  last_transaction_version: String(row.last_transaction_version),
  name: row.name,
  owner_address: toHex(row.owner_address),
  property_version: row.property_version,
  table_type: row.table_type,
  token_data_id_hash: idText(row.token_data_id_hash),
  token_properties: readProperties(row.token_properties),
  ...standardOf(row),
})

const properties = z.record(z.string(), z.unknown())

/** The worker stores an object, or the ledger's raw value if it cannot be parsed. */
export const readProperties = (json: string | null): Record<string, unknown> => {
  if (json === null) return {}
  const read = properties.safeParse(JSON.parse(json))
  return read.success ? read.data : { value: JSON.parse(json) }
}
