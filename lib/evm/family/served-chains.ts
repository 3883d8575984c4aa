import type { FamilyBase } from '#lib/config/family.ts'
import { liveServedChains } from '#lib/evm/chain/served/live-served-chains.ts'
import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmSource } from './sources.ts'

/** The chains that this server indexes. */
export const servedChains = ({ config, stores }: FamilyBase, nodes: readonly EvmSource[]): Promise<ServedChains> =>
  liveServedChains(
    stores.of('local'),
    nodes.map(({ chain, ranges, end, contracts, traces, fanout, publicUrl }) => {
      const kept = { keepsTraces: traces === 'values', keepsSides: fanout === 'on' }
      return { name: chain, ranges, endBlock: end, contracts, ...kept, publicUrl }
    }),
    config.families.evm.hostedBaseUrl && 'eth',
  )
