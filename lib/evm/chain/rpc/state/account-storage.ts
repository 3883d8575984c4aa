import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from './state-block.ts'

const attemptsMax = 2

/** Words of a contract's storage after a block, in the order of the slots. Throws as `readCode` does. */
export const readStorage = async (
  pool: NodePool,
  address: Hex,
  slots: readonly Hex[],
  { block, signal }: { block: StateBlock; signal?: AbortSignal | undefined },
): Promise<Hex[]> => {
  const reads = slots.map((slot) => ({ method: 'eth_getStorageAt', params: [address, slot, hexNumber(block.number)] }))
  const words = await pool.ask(
    [stateBlockCall(block), ...reads],
    ([header, ...answers]): Hex[] | undefined =>
      hasStateBlock(block, header) ? answers.map((answer) => parseBytes(answer, 'storage')) : undefined,
    { signal, attemptsMax, minimumHead: block.number },
  )
  if (!words) throw lacksBlock(block)
  return words
}
