import { type Clock, sleep, systemClock } from '#lib/api/clock.ts'
import type { Hex } from './block.ts'
import { hexNumber } from './hex-number.ts'
import { parseQuantity } from './parse.ts'
import type { NodePool } from './pool.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from './state-block.ts'

type BalanceOptions = { signal?: AbortSignal; clock?: Clock }

const attemptsMax = 3
const behindMs = 500

/**
 * The native balance after a block, in the coin's smallest unit. Throws the pool's ServiceErrors: `not_available` where no
 * node has the block, or keeps its state.
 */
export const readBalance = async (
  pool: NodePool,
  address: Hex,
  block: StateBlock,
  { signal, clock = systemClock }: BalanceOptions = {},
): Promise<bigint> => {
  const calls = [stateBlockCall(block), { method: 'eth_getBalance', params: [address, hexNumber(block.number)] }]
  const read = ([header, balance]: readonly unknown[]): bigint | undefined =>
    hasStateBlock(block, header) ? parseQuantity(balance, 'eth_getBalance') : undefined
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const balance = await pool.ask(calls, read, { signal, attemptsMax, minimumHead: block.number })
    if (balance !== undefined) return balance
    if (attempt < attemptsMax) await sleep(clock, behindMs, signal)
  }
  throw lacksBlock(block)
}
