import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import type { McpParts } from '#lib/mcp/parts.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'
import { aptosGet } from './aptos-get.ts'
import { type AptosServices, indexedVersions, servedNetwork } from './ledger.ts'

/** What Aptos adds to the MCP server. */
export const createAptosMcp = (services: AptosServices): McpParts => ({
  tools: services.networks.length === 0 ? [] : [aptosGet(services)],
  chains: async (call) =>
    await Promise.all(
      services.networks.map(async (network) => {
        const status = await askIfKnown(call, (context) => services.explorer.aptosStatus({ network }, context))
        return {
          chain: aptosChainNames[network],
          title: `Aptos ${network}`,
          unit: 'version',
          source: status?.source ?? null,
          indexed: status?.index?.last_version ?? null,
          head: status?.ledger_version ?? null,
          as_of: status?.checked_at ?? null,
          coverage: status ? indexedVersions(status) : null,
          features: { chain_id: status?.chain_id ?? null, coin: 'APT' },
          error: status?.error ?? null,
        }
      }),
    ),
  search: async (query, chain, call) => {
    const only = chain === undefined ? undefined : servedNetwork(services, chain)
    if (chain !== undefined && only === undefined) return undefined
    const networks = only === undefined ? services.networks : [only]
    const found = await Promise.all(
      networks.map((network) =>
        askIfKnown(call, (context) => services.explorer.aptosSearch({ q: query, network }, context)),
      ),
    )
    const hits = found.flatMap((answer) => answer?.result ?? [])
    return {
      matches: hits.map(({ type, network, value, name, symbol, warnings }) => ({
        kind: type,
        chain: aptosChainNames[network],
        id: value,
        name,
        ...(symbol !== null && { symbol }),
        why: 'Its name, symbol or id begins like this.',
        ...(warnings.length > 0 && { warnings }),
      })),
      unanswered: networks.filter((_, at) => found[at] === undefined).map((network) => aptosChainNames[network]),
    }
  },
})
