import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
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

/** With a header for each, a batch of 50, which no known node refuses. */
export const balancesAtMax = 25

/**
 * Native balances of an address after several blocks, at most `balancesAtMax`, from one node in one batch; null if it
 * does not keep the state of a block, or has a different block. @throws not_available if no node has the last of the
 * blocks
 */
export const readBalancesAt = async (
  pool: NodePool,
  address: Hex,
  blocks: readonly StateBlock[],
  signal?: AbortSignal,
): Promise<(bigint | null)[]> => {
  const calls = blocks.flatMap((block) => [
    { ...stateBlockCall(block), mayFail: true },
    { method: 'eth_getBalance', params: [address, hexNumber(block.number)], mayFail: true },
  ])
  const read = (answers: readonly unknown[]) =>
    blocks.map((block, index) => balanceOf(block, answers[2 * index], answers[2 * index + 1]))
  const balances = await pool.ask(calls, read, { signal, minimumHead: blocks.at(-1)?.number, attemptsMax: 3 })
  const last = blocks.at(-1)
  if (last && balances.at(-1) === null) throw lacksBlock(last)
  return balances
}

const balanceOf = (block: StateBlock, header: unknown, balance: unknown): bigint | null => {
  if (header instanceof NodeRefusal || balance instanceof NodeRefusal) return null
  return hasStateBlock(block, header) ? parseQuantity(balance, 'eth_getBalance') : null
}
