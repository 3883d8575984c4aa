import type { Kysely } from 'kysely'
import type { AptosTables } from '#lib/aptos/tables.ts'
import { usualChainIds } from './indexed-chains.ts'

const names = new Map<number, string>([
  [usualChainIds.mainnet, 'aptos'],
  [usualChainIds.testnet, 'aptos-testnet'],
])

/** The newest indexed version of each network, by its name in URLs; not of development networks, whose id only a node knows. */
export const readAptosTips = async (db: Kysely<AptosTables>): Promise<Record<string, string>> => {
  const rows = await db
    .selectFrom('aptos_intervals')
    .select((of) => ['chain_id', of.fn.max('last_version').as('version')])
    .where('chain_id', 'in', [...names.keys()])
    .groupBy('chain_id')
    .execute()
  return Object.fromEntries(rows.map(({ chain_id, version }) => [names.get(chain_id), String(version)]))
}
