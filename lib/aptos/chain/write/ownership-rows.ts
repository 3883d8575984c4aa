import { toBytes32, toHex } from '#lib/aptos/chain/decode/bytes.ts'
import type { TokenFacts } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosTokenOwnershipRow } from '#lib/aptos/chain/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type TableOwner, tokenStoreType } from './table-owners.ts'

/** One row for each holding, by its key. */
export type OwnershipRows = Map<string, AptosTokenOwnershipRow>

export const ownershipKey = (
  row: Pick<AptosTokenOwnershipRow, 'token_data_id_hash' | 'property_version' | 'owner_address'>,
): string => `${toHex(row.token_data_id_hash)} ${row.property_version} ${toHex(row.owner_address)}`

/** A later change of the same holding replaces an earlier one. */
export const setOwnership = (rows: OwnershipRows, row: AptosTokenOwnershipRow): void => {
  rows.set(ownershipKey(row), row)
}

/**
 * The holdings after these transactions, in order: derived from changes to token stores, not from events. An item of
 * another table (an offer, a listing, an escrow) has no owner. @throws ServiceError `upstream_failed` if a store
 * contains invalid bytes.
 */
export const addStoreOwnerships = (
  rows: OwnershipRows,
  chainId: number,
  facts: readonly TokenFacts[],
  owners: ReadonlyMap<string, TableOwner>,
): void => {
  for (const { items, version, timestamp } of facts)
    for (const item of items) {
      const table = owners.get(item.handle)
      if (table?.type !== tokenStoreType) continue
      if ('fault' in item.content) throw new ServiceError('upstream_failed', item.content.fault)
      const { amount, properties, ...columns } = item.content
      setOwnership(rows, {
        chain_id: chainId,
        last_transaction_version: version,
        last_transaction_timestamp: timestamp,
        owner_address: toBytes32(table.owner),
        ...columns,
        amount,
        table_type: tokenStoreType,
        token_properties: properties,
      })
    }
}
