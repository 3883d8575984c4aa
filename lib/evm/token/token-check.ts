import { isServiceError } from '#lib/base/errors.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import { isHex } from '#lib/evm/chain/block.ts'
import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Erc20BalanceRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { TokenCheck } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { balanceCall, readNumbers } from '#lib/evm/query/read-balances.ts'
import { stateKey } from '#lib/evm/query/state-block.ts'

/** `totalSupply()` */
const totalSupply = '0x18160ddd'

type Counted = {
  address: string
  /** The largest balances. */
  balances: readonly Pick<Erc20BalanceRow, 'holder' | 'balance'>[]
}

/**
 * Compares the counted supply and the largest balances with what the contract reports after the same block. Undefined
 * if no node answers.
 */
export const checkToken = async (
  { node, stateReads }: EvmQueryContext,
  chain: ServedChain,
  block: StateBlock,
  { address, balances }: Counted,
  signal: AbortSignal | undefined,
): Promise<TokenCheck | undefined> => {
  if (!node.callContracts || !isHex(address)) return undefined
  const read = async (either: AbortSignal): Promise<TokenCheck> => {
    const calls = [
      { to: address, data: totalSupply } as const,
      ...balances.map(({ holder }) => balanceCall(address, toHex(holder))),
    ]
    const [supply, ...reported] = await readNumbers({ node }, chain, calls, block, either)
    return {
      totalSupply: typeof supply === 'bigint' ? supply : null,
      compared: reported.filter((answer) => answer !== 'failed').length,
      different: reported.filter((answer, index) => {
        const counted = balances[index]
        return answer !== 'failed' && counted && answer !== fromSortable(counted.balance)
      }).length,
    }
  }
  try {
    return await stateReads.tokenChecks.read(stateKey(chain, block, address), read, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (!isServiceError(error)) throw error
    return undefined
  }
}
