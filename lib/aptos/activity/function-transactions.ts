import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { type AptosAssetActivityRow, calledIndexed } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfer-record.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import { newestFirstPage } from '#lib/aptos/query/newest-first-page.ts'
import type { CursorPlace } from '#lib/store/cursors.ts'
import type { AptosActivityApi } from './contract.ts'

/** Transactions that called an entry function, from the index of their gas fees. */
export const aptosFunctionTransactions =
  (context: AptosNftContext): Service<AptosActivityApi>['aptosFunctionTransactions'] =>
  async ({ function: name, network, limit, cursor }) => {
    const chainId = await indexedChain(context, network)
    const spellings = spellingsOf(name)
    const page = await newestFirstPage<AptosAssetActivityRow>(context, {
      binding: { route: 'aptosFunctionTransactions', filters: { chainId, name } },
      limit,
      cursor,
      read: (before, count) => readCalls(context, chainId, spellings, before, count),
      keyOf: (row) => [row.transaction_version],
    })
    return {
      cursor: page.cursor,
      result: page.rows.map((row) => ({
        version: String(row.transaction_version),
        timestamp: microsecondsText(row.transaction_timestamp),
        sender: row.owner_address && toHex(row.owner_address),
        function: name,
        success: row.is_transaction_success === 1,
        gas_fee: row.amount,
      })),
    }
  }

/** The newest transactions of several functions, below a version: a range of the index for each. */
export const readCalls = async (
  { store }: AptosNftContext,
  chainId: number,
  functions: readonly string[],
  before: CursorPlace['key'] | undefined,
  count: number,
): Promise<AptosAssetActivityRow[]> => {
  const below = before ? sql`and transaction_version < ${before[0]}` : sql``
  const found = await Promise.all(
    functions.map((called) =>
      sql<AptosAssetActivityRow>`select * from aptos_asset_activities
        where chain_id = ${chainId} and entry_function = ${called} ${below}
          and ${calledIndexed(sql.ref('event_index'), sql.ref('entry_function'))}
        order by transaction_version desc limit ${count}`.execute(store.db),
    ),
  )
  return found
    .flatMap(({ rows }) => rows)
    .sort((a, b) => b.transaction_version - a.transaction_version)
    .slice(0, count)
}

/** Nodes write an address short or with its leading zeros, and rows have it as the node did. */
const spellingsOf = (name: string): string[] => {
  const [address = '', ...rest] = name.split('::')
  return [...new Set([name, [aptosAddress(address) ?? address, ...rest].join('::')])]
}
