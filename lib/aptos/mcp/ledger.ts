import type { Client } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { type AptosNetwork, aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { AptosApi } from '#lib/aptos/interface-api.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { keysOf } from '#lib/base/typed-keys.ts'
import type { ToolCall, ToolCoverage } from '#lib/mcp/tool.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'

/** The services of this server, in process, and the networks that they serve. */
export type AptosServices = {
  client: Client<AptosApi>
  explorer: Client<AptosExplorerApi>
  networks: readonly AptosNetwork[]
  mainNetwork: AptosNetwork
}

const networkOf = (chain: string): AptosNetwork | undefined =>
  keysOf(aptosChainNames).find((network) => aptosChainNames[network] === chain)

export const servedNetwork = ({ networks }: AptosServices, chain: string): AptosNetwork | undefined => {
  const network = networkOf(chain)
  return network !== undefined && networks.includes(network) ? network : undefined
}

export const ledgerChain = () =>
  parameters
    .oneOf(Object.values(aptosChainNames))
    .optional()
    .describe('The network. Default: mainnet, or the only one that is served.')

export type Ledger = { network: AptosNetwork; chain: string; block: string | null; coverage: ToolCoverage | null }

type Status = Awaited<ReturnType<AptosServices['explorer']['aptosStatus']>>

export const indexedVersions = ({ index, source }: Status): ToolCoverage => {
  const ranges = index === null || index.coverage === 'none' ? [] : index.coverage.split(',')
  const note =
    index === null ? `Answered by the source ${source}, without an index of this server.` : index.coverage_note
  return {
    complete: index?.index_complete ?? null,
    from: ranges.at(-1)?.split('-')[0] ?? null,
    to: ranges[0]?.split('-')[1] ?? null,
    ...(ranges.length > 1 && index && { ranges: index.coverage }),
    ...(note !== null && { note }),
  }
}

/** @throws chain_not_served */
export const readLedgerState = async (
  services: AptosServices,
  chain: string | undefined,
  call: ToolCall,
): Promise<Ledger> => {
  const network = chain === undefined ? services.mainNetwork : servedNetwork(services, chain)
  if (network === undefined || !services.networks.includes(network))
    throw new ServiceError('chain_not_served', `${chain ?? aptosChainNames[services.mainNetwork]} is not served here.`)
  const status = await askIfKnown(call, (context) => services.explorer.aptosStatus({ network }, context))
  return {
    network,
    chain: aptosChainNames[network],
    block: status?.index?.last_version ?? status?.ledger_version ?? null,
    coverage: status ? indexedVersions(status) : null,
  }
}
