import type { Kysely } from 'kysely'
import { type AptosNetwork, aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { usualChainIds } from '#lib/aptos/query/indexed-chains.ts'

/**
 * The newest indexed version of each of these networks, by its name in URLs; not of development networks, whose id only a node
 * knows.
 */
export const readAptosTips = async (
  db: Kysely<AptosTables>,
  networks: readonly AptosNetwork[],
): Promise<Record<string, string>> => {
  if (networks.length === 0) return {}
  const names = new Map<number, string>(networks.map((network) => [usualChainIds[network], aptosChainNames[network]]))
  const rows = await db
    .selectFrom('aptos_intervals')
    .select((of) => ['chain_id', of.fn.max('last_version').as('version')])
    .where('chain_id', 'in', [...names.keys()])
    .groupBy('chain_id')
    .execute()
  return Object.fromEntries(rows.map(({ chain_id, version }) => [names.get(chain_id), String(version)]))
}
