import type { HealthCheck } from '#lib/config/family.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type ChainHealth, type SourceHealth, withRefusedNodes, workerIsSilent } from '#lib/gateway/health.ts'

/** Health of the EVM indexes; `read` returns the served chains. */
export const evmHealth = (read: () => Promise<readonly EvmChainState[]>): HealthCheck => ({
  needsDatabase: true,
  read: async () => {
    const own = (await read()).filter(({ source }) => source !== 'hosted')
    return { sources: own.map(evmSource), chains: own.map(chainHealth) }
  },
})

const evmSource = (chainState: EvmChainState): SourceHealth =>
  withRefusedNodes(indexHealth(chainState), chainState.refused_nodes)

const indexHealth = ({ chain, source, error, indexed_block, status, checked_at }: EvmChainState): SourceHealth => {
  const facts = { system: 'evm', name: `${source}:${chain}` }
  // Completed work no longer needs a node.
  if (status === 'SYNCED') return { ...facts, state: 'ok', detail: status }
  // Its own database is away: this server can still answer for other chains.
  if (status === 'STALLED' && checked_at === null) return { ...facts, state: 'failed', detail: error ?? status }
  if (status === 'STALLED') return { ...facts, state: 'failed', isStalled: true, detail: error ?? workerIsSilent }
  if (indexed_block === null) return { ...facts, state: 'starting', detail: 'Nothing is indexed yet.' }
  return { ...facts, state: 'ok', detail: status }
}

const chainHealth = ({ chain, indexed_block, head_block }: EvmChainState): ChainHealth => ({
  system: 'evm',
  chain,
  ...(indexed_block !== null && { indexed: Number(indexed_block) }),
  ...(head_block !== null && { head: Number(head_block) }),
})
