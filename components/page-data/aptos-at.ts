import { type AptosNetwork, aptosNetworkOf, readIdHash, readU64 } from '#components/aptos/aptos-path.ts'
import { aptosAddress } from '#lib/format/aptos-address.ts'
import { listOf, readFilters } from '#lib/format/filters.ts'
import type { PageAt } from '#lib/pages/page-content.ts'
import { saidOr } from './page-words.ts'

/** What the addresses of Aptos pages say. @throws not_found for what is none, as the pages do. */
export const heightOf = ({ parameters }: PageAt): string => saidOr(readU64(parameters.height ?? ''), 'block')
export const versionOf = async ({ parameters: { version = '' }, query, clients }: PageAt): Promise<string> => {
  if (!/^0x[0-9a-f]{64}$/i.test(version)) return saidOr(readU64(version), 'transaction')
  const network = aptosNetworkOf(query.network)
  return (await clients.aptos.explorer.aptosTransaction({ transaction_hash: version, network })).version
}
export const accountAddress = ({ parameters }: PageAt): string =>
  saidOr(aptosAddress(parameters.address ?? ''), 'account')
export const idOf = ({ parameters }: PageAt, what: 'collection' | 'token'): string =>
  saidOr(readIdHash(parameters.id ?? ''), what)

/** The network that is asked for; without one, the one that is served. */
export const networkOf = async ({ query, clients }: PageAt): Promise<AptosNetwork> =>
  aptosNetworkOf(query.network) ?? (await clients.aptos.explorer.aptosStatus({})).network

export const placeOf = async (at: PageAt): Promise<string> => {
  const { network, source } = await at.clients.aptos.explorer.aptosStatus({ network: await networkOf(at) })
  if (source === 'demo') return 'Aptos, demo ledger'
  return network === 'testnet' ? 'Aptos testnet' : 'Aptos'
}

/** The lists of an address that narrow a list. */
export const listsOf = ({ query }: PageAt, names: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(readFilters(query, names)).flatMap(([name, text]) => {
      const list = listOf(text)
      return list ? [[name, list]] : []
    }),
  )
