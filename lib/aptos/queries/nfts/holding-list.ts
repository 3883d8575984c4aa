import { type RawBuilder, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNftExplorerApi } from '#lib/aptos/contract/nft-explorer.ts'
import type { AptosNftOwner } from '#lib/aptos/contract/records.ts'
import { toBytes32 } from '#lib/aptos/decode/bytes.ts'
import type { AptosNetwork } from '#lib/aptos/queries/network-nodes.ts'
import type { AptosTokenOwnershipRow } from '#lib/aptos/tables.ts'
import { idBytes } from './activity-filters.ts'
import { newestFirstPage } from './newest-first-page.ts'
import { type AptosNftContext, indexedChain } from './nft-context.ts'
import { nftOwnerRecord } from './nft-owner-record.ts'
import { hexOf } from './owner-rows.ts'

type HoldingsOf = { of: 'owner_address' | 'collection_data_id_hash'; value: Uint8Array }
type ListInput = { network: AptosNetwork | undefined; limit: number; cursor: string | undefined }

/** Holdings of an account. */
export const aptosAccountTokens =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosAccountTokens'] =>
  ({ address, network, limit, cursor }) =>
    holdingList(context, { of: 'owner_address', value: toBytes32(address) }, { network, limit, cursor })

/** Owners of a collection's tokens. */
export const aptosCollectionOwners =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollectionOwners'] =>
  ({ collection_data_id_hash: id, network, limit, cursor }) =>
    holdingList(context, { of: 'collection_data_id_hash', value: idBytes(id) }, { network, limit, cursor })

/** The order of the two indexes: the version, then columns that distinguish the holdings of one version. */
const orders = {
  owner_address: ['last_transaction_version', 'token_data_id_hash', 'property_version'],
  collection_data_id_hash: ['last_transaction_version', 'token_data_id_hash', 'property_version', 'owner_address'],
} as const satisfies Record<HoldingsOf['of'], readonly (keyof AptosTokenOwnershipRow)[]>

const holdingList = async (
  context: AptosNftContext,
  { of, value }: HoldingsOf,
  { network, limit, cursor }: ListInput,
): Promise<{ cursor: string | null; result: AptosNftOwner[] }> => {
  const chainId = await indexedChain(context, network)
  const columns = orders[of]
  const names = (end: string): RawBuilder<unknown> => sql.raw(columns.map((column) => `o.${column}${end}`).join(', '))
  const page = await newestFirstPage<AptosTokenOwnershipRow>(context, {
    binding: { route: `aptos held by ${of}`, filters: { chainId, value } },
    limit,
    cursor,
    read: async (before, count) => {
      const values = before?.map((part, index) => (isBytes(columns[index]) ? Buffer.from(String(part), 'hex') : part))
      const below = values ? sql`and (${names('')}) < (${sql.join(values)})` : sql``
      const found = await sql<AptosTokenOwnershipRow>`select o.* from aptos_token_ownerships as o
        where o.chain_id = ${chainId} and ${sql.ref(`o.${of}`)} = ${value} and o.amount <> '0' ${below}
        order by ${names(' desc')} limit ${count}`.execute(context.store.db)
      return found.rows
    },
    keyOf: (row) =>
      columns.map((column) => {
        const part = row[column]
        return part instanceof Uint8Array ? hexOf(part) : part
      }),
  })
  return { cursor: page.cursor, result: page.rows.map(nftOwnerRecord) }
}

const isBytes = (column: string | undefined): boolean => column === 'token_data_id_hash' || column === 'owner_address'
