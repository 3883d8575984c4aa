import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import type { Ask } from '#lib/pages/question.ts'

/**
 * The state of every Aptos network that something answers for; none if Aptos is not served. The hosted service has one base
 * address a network, so of what it alone answers only mainnet is claimed.
 */
export const servedNetworks = async (ask: Ask): Promise<AptosStatus[]> => {
  const asked = await Promise.all(
    (['mainnet', 'testnet'] as const).map((network) => ask(aptosExplorerCall('aptosStatus', { network }))),
  )
  return asked.flatMap(({ data }) => (data && (data.source !== 'hosted' || data.network === 'mainnet') ? [data] : []))
}
