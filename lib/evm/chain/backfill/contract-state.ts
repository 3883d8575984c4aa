import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'

/** A contract's answer as one number, or `refused` if it reverts or returns none, at a block whose state the nodes keep. */
export type StateAnswer = bigint | 'refused'

/** Below the shortest known limit of a batch. */
const callsInBatch = 48
const batchesAtOnce = 4
/** A contract may waste the gas of every call: the first few calls detect it. */
const callsAtFirst = 4

/** Calls a contract at a block. `no_state` where no node keeps that block's state, `too_slow` where calls do not end in time. */
export const readState = async (
  pool: NodePool,
  to: Hex,
  data: readonly Hex[],
  { block, signal }: { block: number; signal: AbortSignal },
): Promise<StateAnswer[] | 'no_state' | 'too_slow'> => {
  const readBatch = (batch: readonly Hex[]): Promise<StateAnswer[]> =>
    pool.ask(
      batch.map((input) => ({ method: 'eth_call', params: [{ to, data: input }, hexNumber(block)], mayFail: true })),
      (results) => results.map(readAnswer),
      { signal, minimumHead: block, attemptsMax: 4 },
    )
  const answers: StateAnswer[] = []
  try {
    for (let next = 0; next < data.length; ) {
      const size = next === 0 ? callsAtFirst : callsInBatch
      const batches = next === 0 ? 1 : batchesAtOnce
      const asked = Array.from({ length: batches }, (_, index) =>
        data.slice(next + index * size, next + (index + 1) * size),
      ).filter(({ length }) => length > 0)
      answers.push(...(await Promise.all(asked.map(readBatch))).flat())
      next += size * batches
    }
  } catch (error) {
    signal.throwIfAborted()
    if (isRefusal(error, 'missing_data')) return 'no_state'
    if (error instanceof TransportError && error.fault === 'timeout') return 'too_slow'
    throw error
  }
  return answers
}

/** `supportsInterface(bytes4)` of ERC-165 itself, of the id that it must deny, and of ERC-721. */
const supports = ['01ffc9a7', 'ffffffff', '80ac58cd'].map((id): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`)

export const claimsErc721 = async (pool: NodePool, to: Hex, block: number, signal: AbortSignal): Promise<boolean> => {
  const answers = await readState(pool, to, supports, { block, signal })
  return Array.isArray(answers) && answers[0] === 1n && answers[1] === 0n && answers[2] === 1n
}

const readAnswer = (result: unknown): StateAnswer => {
  if (result instanceof NodeRefusal) {
    const { kind } = result.failure
    if (kind === 'reverted' || kind === 'too_many_results' || kind === 'invalid') return 'refused'
    // An error of the node, not of the contract: the pool tries another.
    throw result
  }
  const bytes = parseBytes(result, 'eth_call')
  return bytes.length === 66 ? BigInt(bytes) : 'refused'
}
