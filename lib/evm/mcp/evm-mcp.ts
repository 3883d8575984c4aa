import { findChain } from '#lib/evm/api/chains.ts'
import type { McpParts } from '#lib/mcp/parts.ts'
import type { McpTool } from '#lib/mcp/tool.ts'
import { addressTools } from './address-tools.ts'
import { type EvmServices, indexedOf } from './asked-chain.ts'
import { contractTools } from './contract-tools.ts'
import { listTools } from './list-tools.ts'
import { evmPrompts } from './prompts.ts'
import { tokenTools } from './token-tools.ts'
import { transactionTools } from './transaction-tools.ts'

/** What EVM chains add to the MCP server. */
export const createEvmMcp = (services: EvmServices): McpParts => ({
  tools: evmTools(services),
  prompts: evmPrompts,
  chains: async ({ signal }) =>
    (await services.explorer.evmChains({}, { signal })).result.map((state) => ({
      chain: state.chain,
      title: state.title,
      unit: 'block',
      source: state.source,
      indexed: state.indexed_block,
      head: state.head_block,
      as_of: state.indexed_block_timestamp,
      coverage: indexedOf(state),
      features: {
        chain_id: state.chain_id,
        coin: state.symbol,
        status: state.status,
        lag_seconds: state.lag_seconds,
        finalized: state.finalized_block,
        internal_transfers: state.internal_transfers?.coverage ?? null,
      },
      error: state.error,
    })),
  search: async (query, chain, call) => {
    if (chain !== undefined && findChain(chain) === undefined) return undefined
    const { answer } = await call.ask((context) =>
      services.explorer.evmSearch({ q: query, ...(chain !== undefined && { chain }) }, context),
    )
    return {
      matches: answer.result.map(({ type, chain, value, title, name, holders, possible_spam, verified }) => ({
        kind: type,
        chain,
        id: value,
        name: name ?? null,
        why: name === undefined ? title : 'A word of its name or symbol begins like this.',
        ...(holders !== undefined && { holders }),
        ...(possible_spam !== undefined && { possible_spam }),
        ...(verified !== undefined && { verified }),
      })),
      unanswered: answer.unanswered ?? [],
    }
  },
})

/** In the order in which clients list them. */
const evmTools = (services: EvmServices): readonly McpTool[] => {
  const address = addressTools(services)
  const lists = listTools(services)
  const transaction = transactionTools(services)
  const contract = contractTools(services)
  return [
    address.getAddress,
    lists.listTransactions,
    lists.listTokenTransfers,
    address.listBalances,
    address.listNfts,
    address.listApprovals,
    transaction.getTransaction,
    transaction.getBlock,
    tokenTools(services).getToken,
    contract.getContract,
    contract.readContract,
    lists.getLogs,
    contract.simulate,
    contract.decode,
  ]
}
