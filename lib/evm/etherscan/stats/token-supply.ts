import type { Hex } from '#lib/base/hex.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { readNumbers } from '#lib/evm/query/state-block.ts'

/** `totalSupply()` */
const supplyCall: Hex = '0x18160ddd'

/** What a token reports after a block; undefined if it reports nothing. */
export const tokenSupply = async (
  { context, chain, signal }: ActionCall,
  token: Hex,
  block: StateBlock,
): Promise<bigint | undefined> => {
  const [supply] = await readNumbers(context, chain, [{ to: token, data: supplyCall }], { block, signal })
  return typeof supply === 'bigint' ? supply : undefined
}
