import { type Clock, sleep, systemClock } from '#lib/base/clock.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseBytes, parseQuantity } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { hasStateBlock, lacksBlock, type StateBlock, stateBlockCall } from './state-block.ts'

type StateOptions = { signal?: AbortSignal; clock?: Clock }

const attemptsMax = 3
const behindMs = 500

/** The native balance after a block, in the coin's smallest unit. Throws as `readState` does. */
export const readBalance = (pool: NodePool, address: Hex, block: StateBlock, options?: StateOptions): Promise<bigint> =>
  readState(pool, { method: 'eth_getBalance', parse: parseQuantity }, { address, block }, options)

/** The number of transactions that an account has sent up to a block, or contracts that a contract created. Throws as `readState` does. */
export const readNonce = (pool: NodePool, address: Hex, block: StateBlock, options?: StateOptions): Promise<bigint> =>
  readState(pool, { method: 'eth_getTransactionCount', parse: parseQuantity }, { address, block }, options)

/** The code of an account after a block, as hex; `0x` without one. Throws as `readState` does. */
export const readCode = (pool: NodePool, address: Hex, block: StateBlock, options?: StateOptions): Promise<string> =>
  readState(pool, { method: 'eth_getCode', parse: parseBytes }, { address, block }, options)

/**
 * Reads the state of an account after a block. Throws the pool's ServiceErrors: `not_available` if no node has the
 * block, or keeps its state.
 */
const readState = async <State extends bigint | string>(
  pool: NodePool,
  { method, parse }: { method: string; parse: (answer: unknown, what: string) => State },
  { address, block }: { address: Hex; block: StateBlock },
  { signal, clock = systemClock }: StateOptions = {},
): Promise<State> => {
  const calls = [stateBlockCall(block), { method, params: [address, hexNumber(block.number)] }]
  const read = ([header, state]: readonly unknown[]): State | undefined =>
    hasStateBlock(block, header) ? parse(state, method) : undefined
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const state = await pool.ask(calls, read, { signal, attemptsMax, minimumHead: block.number })
    if (state !== undefined) return state
    if (attempt < attemptsMax) await sleep(clock, behindMs, signal)
  }
  throw lacksBlock(block)
}
