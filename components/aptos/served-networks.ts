import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi, AptosStatus } from '#lib/aptos/contract/explorer.ts'

/**
 * The state of every Aptos network that something answers for; none where Aptos is not served. The hosted service has one base
 * address a network, so of what it alone answers only mainnet is claimed.
 */
export const servedNetworks = async (explorer: Client<AptosExplorerApi>): Promise<AptosStatus[]> => {
  const asked = await Promise.all(
    (['mainnet', 'testnet'] as const).map((network) => ask(explorer.aptosStatus({ network }))),
  )
  return asked.flatMap(({ data }) => (data && (data.source !== 'hosted' || data.network === 'mainnet') ? [data] : []))
}
