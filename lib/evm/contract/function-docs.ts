import { type FunctionDoc, readNatSpec } from '#lib/evm/abi/nat-spec.ts'
import { type Hex, isHex } from '#lib/evm/chain/block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import type { InspectedContract } from './inspect-contract.ts'

/** A diamond may have many more; each is another request. */
const contractsMax = 4
const verifiers: ReadonlySet<string> = new Set(['sourcify', 'server', 'artifacts'])

export type FunctionDocs = (address: Hex, signature: string) => FunctionDoc | undefined

/** What the verified sources of a contract, and of those it forwards to, say about their functions. */
export const functionDocs = async (
  { node, sources }: EvmQueryContext,
  chain: ServedChain,
  { block, described }: InspectedContract,
  signal: AbortSignal | undefined,
): Promise<FunctionDocs> => {
  const verified = described.interfaces.filter(({ by }) => verifiers.has(by)).slice(0, contractsMax)
  const docs = new Map<Hex, ReturnType<typeof readNatSpec>>()
  await inParallel(verified, contractsMax, async ({ address }) => {
    const code = await node.code?.(chain, address, block, signal)
    const found = code && isHex(code) ? await sources?.find(chain, { address, code }, signal) : undefined
    if (found?.documentation) docs.set(address, readNatSpec(found.documentation))
  })
  return (address, signature) => docs.get(address)?.of(signature)
}
