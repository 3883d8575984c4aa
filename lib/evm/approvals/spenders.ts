import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { accountCode } from '#lib/evm/wallet/account-code.ts'
import type { EvmApproval } from './contract.ts'

type Spender = {
  kind: EvmApproval['spender']['kind']
  /** Whether an ABI from verified source code is known; null if that is not looked up here. */
  isVerified: boolean | null
}

const requestsAtOnce = 5
/** ABIs that arrive later are known to the next visitor. */
const abiWaitMs = 1_500

/** What is known of the addresses that may spend, by address. */
export const readSpenders = async (
  context: EvmQueryContext,
  chain: ServedChain,
  spenders: readonly Hex[],
  block: StateBlock,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Hex, Spender>> => {
  const [kinds, known] = await Promise.all([
    inParallel(spenders, requestsAtOnce, (spender) => spenderKind(context, chain, spender, block, signal)),
    context.abis?.knownOf(
      chain,
      spenders.map((address) => ({ address, block: block.number })),
      { waitMs: abiWaitMs },
    ),
  ])
  return new Map(
    spenders.map((address, index) => [
      address,
      { kind: kinds[index] ?? null, isVerified: known ? known({ address, block: block.number }).length > 0 : null },
    ]),
  )
}

/** By its code. An account that delegates its code (EIP-7702) is still a wallet: its key can spend. */
const spenderKind = async (
  context: EvmQueryContext,
  chain: ServedChain,
  spender: Hex,
  block: StateBlock,
  signal: AbortSignal | undefined,
): Promise<Spender['kind']> => {
  try {
    const { bytes, delegate } = await accountCode(context, chain, spender, block, signal)
    if (delegate !== null) return 'wallet'
    if (bytes > 0) return 'contract'
    return (await creationRow(context.store.db, chain.id, spender)) ? 'destroyed' : 'wallet'
  } catch (error) {
    if (signal?.aborted || !isServiceError(error)) throw error
    return null
  }
}
