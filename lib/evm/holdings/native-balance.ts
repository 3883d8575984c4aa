import type { Service } from '#lib/api/endpoint.ts'
import { isHex } from '#lib/base/hex.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { StateCache } from '#lib/evm/query/caches/state-cache.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { needsNodeForBalances, stateBlockOf, stateKey } from '#lib/evm/query/state-block.ts'
import type { balanceEndpoints } from './balance-contract.ts'
import { balanceBlockHeader } from './balance-contract.ts'

/** The balance of the native coin. */
export const nativeBalanceQuery =
  (context: EvmQueryContext): Service<typeof balanceEndpoints>['nativeBalance'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const block = await stateBlockOf(context, chain, input.to_block)
    const balance = await nativeBalanceAt(context, chain, input.address, block, call?.signal)
    call?.setHeader?.(balanceBlockHeader, String(block.number))
    return { balance: String(balance) }
  }

type Reader = NonNullable<EvmNodeAccess['balance']>
type At = Parameters<(chain: ServedChain, address: string, block: StateBlock, signal: AbortSignal | undefined) => void>

/** In the coin's smallest unit. @throws not_available without a node, or one that has no state of that block */
export const nativeBalanceAt = ({ node, stateReads }: EvmQueryContext, ...at: At): Promise<bigint> =>
  numberAt(node.balance, stateReads.balances, at)

/** How many transactions an account has sent up to a block. @throws as `nativeBalanceAt` */
export const nonceAt = ({ node, stateReads }: EvmQueryContext, ...at: At): Promise<bigint> =>
  numberAt(node.nonce, stateReads.nonces, at)

const numberAt = async (
  reader: Reader | undefined,
  kept: StateCache<bigint>,
  [chain, address, block, signal]: At,
): Promise<bigint> => {
  if (!reader || !isHex(address)) throw needsNodeForBalances(chain)
  const read = (either?: AbortSignal) => reader(chain, address, block, either)
  if (block.hash === undefined) return await read(signal)
  return await kept.read(stateKey(chain, block, address), read, signal)
}
