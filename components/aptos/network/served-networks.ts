import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { aptosStatusApi } from '#lib/aptos/network/contract.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/**
 * The state of every served Aptos network; none if Aptos is not served. The hosted service has one base URL per
 * network, so only mainnet is assumed for it.
 */
export const servedNetworks = async (ask: Ask): Promise<AptosStatus[]> => {
  const asked = await Promise.all(
    (['mainnet', 'testnet'] as const).map((network) => ask(callTo(aptosStatusApi.aptosStatus, { network }))),
  )
  return asked.flatMap(({ data }) => (data && (data.source !== 'hosted' || data.network === 'mainnet') ? [data] : []))
}
