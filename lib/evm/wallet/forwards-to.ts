import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateKey } from '#lib/evm/query/state-block.ts'

/** A sender that no contract knows, and the amount that it sends: enough not to be taken for dust. */
const sender: Hex = `0x${'51'.repeat(20)}`
const amount = 10n ** 17n
const gas = 500_000
const timeoutMs = 3_000

/**
 * Where native coin goes that a delegated account (EIP-7702) receives, as the node simulates it after a block: the address
 * that gets at least as much in the same transaction. Delegates that do so mostly sweep accounts whose keys were stolen.
 * Undefined where the coin stays, or no node can simulate it.
 */
export const forwardsTo = async (
  { node, stateReads }: Pick<EvmQueryContext, 'node' | 'stateReads'>,
  chain: ServedChain,
  address: string,
  { block, signal }: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<Hex | undefined> => {
  const { simulate } = node
  if (!simulate || !isHex(address)) return undefined
  const read = async (limit: AbortSignal): Promise<Hex | undefined> => {
    const payment = { from: sender, to: address, value: amount, data: '0x' as const, gas }
    const transaction = { ...payment, balances: [{ address: sender, balance: 10n * amount }] }
    using soon = timeLimit(timeoutMs)
    const { coinMoves } = await simulate(chain, transaction, block, AbortSignal.any([limit, soon.signal]))
    return coinMoves?.find(({ from, to, value }) => from === address && to !== sender && value >= amount)?.to
  }
  try {
    return await stateReads.forwards.read(stateKey(chain, block, address), read, signal)
  } catch (error) {
    // Without an answer in time, or from a node that does not simulate, nothing is known.
    if (signal?.aborted || !isServiceError(error)) throw error
    return undefined
  }
}
