import type { Hex } from '#lib/base/hex.ts'
import type { DescribedContract } from '#lib/evm/abi/abi-index.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { ContractState } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { implementationsMax, readContractState } from './contract-state.ts'

/** How long a page waits for a verifier and the kind of a proxy. */
const describeMs = 2_500
const nothingKnown: DescribedContract = { proxy: undefined, interfaces: [] }

export type InspectedContract = {
  chain: ServedChain
  block: StateBlock
  described: DescribedContract
  state: ContractState
}

/** The code, the ABI and the answers of a contract after the newest indexed block. Throws ServiceErrors where no node can read it. */
export const inspectContract = async (
  context: EvmQueryContext,
  chain: ServedChain,
  address: Hex,
  signal: AbortSignal | undefined,
): Promise<InspectedContract> => {
  const block = await stateBlockOf(context, chain, undefined)
  const described = (await context.abis?.describe(chain, { address, block: block.number }, describeMs)) ?? nothingKnown
  const { kind: proxyKind, implementations = [] } = described.proxy ?? {}
  const key = `${chain.id} ${block.hash} ${address} ${implementations.slice(0, implementationsMax).join()}`
  const state = await context.stateReads.contracts.read(
    key,
    (limit) => readContractState(context, chain, { address, proxyKind, implementations }, { block, signal: limit }),
    signal,
  )
  return { chain, block, described, state }
}
