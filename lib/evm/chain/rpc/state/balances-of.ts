import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from './state-block.ts'

/** With the header, a batch of 50, which no known node refuses. */
const addressesAtOnce = 49

/** The native balances of addresses after one block, in their order. @throws not_available if no node has its state */
export const readBalancesOf = async (
  pool: NodePool,
  addresses: readonly Hex[],
  block: StateBlock,
  signal?: AbortSignal,
): Promise<bigint[]> => {
  const balances: bigint[] = []
  while (balances.length < addresses.length) {
    const batch = addresses.slice(balances.length, balances.length + addressesAtOnce)
    const number = hexNumber(block.number)
    const calls = batch.map((address) => ({ method: 'eth_getBalance', params: [address, number] }))
    const read = await pool.ask(
      [stateBlockCall(block), ...calls],
      ([header, ...answers]) =>
        hasStateBlock(block, header) ? answers.map((answer) => parseQuantity(answer, 'eth_getBalance')) : undefined,
      { signal, minimumHead: block.number, attemptsMax: 3 },
    )
    if (!read) throw lacksBlock(block)
    balances.push(...read)
  }
  return balances
}
