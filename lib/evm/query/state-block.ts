import { toHex, toInteger } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { EvmQueryContext } from './context.ts'
import { inParallel } from './in-parallel.ts'
import { newestBlock } from './newest-block.ts'

/**
 * The block after which balances are read: the newest indexed one, or `asked` if that is lower. Only an indexed block
 * has a hash here. @throws not_available while nothing is indexed
 */
export const stateBlockOf = async (
  { store: { db } }: Pick<EvmQueryContext, 'store'>,
  chain: ServedChain,
  asked: number | undefined,
): Promise<StateBlock> => {
  const newest = await newestBlock(db, chain.id)
  if (!newest)
    throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet.`, { retryAfterSeconds: 5 })
  if (asked === undefined || asked >= newest.number) return { number: newest.number, hash: toHex(newest.hash) }
  const stored = await db
    .selectFrom('evm_blocks')
    .select('hash')
    .where('chain', '=', chain.id)
    .where('number', '=', asked)
    .executeTakeFirst()
  return stored ? { number: asked, hash: toHex(stored.hash) } : { number: asked }
}

/** A cache key, only for blocks with a hash: others may be replaced under the same number. */
export const stateKey = (chain: ServedChain, { hash }: StateBlock, address: string): string =>
  `${chain.id} ${hash} ${address}`

/** For chains without a configured node. */
export const needsNodeForBalances = (chain: ServedChain): ServiceError =>
  new ServiceError('not_available', `Balances on ${chain.title} cannot be read here: this requires a node.`)

/**
 * A number; `refused` if the contract reverts, runs out of gas or returns something else, `failed` if the node did not
 * respond in time.
 */
type NumberAnswer = bigint | 'refused' | 'failed'

/** Calls of one Multicall3 request, and requests at a time. */
const callsPerRequest = 140
const requestsAtOnce = 3
const wordBytes = 32

/** `balanceOf(address)` */
export const balanceCall = (token: Hex, owner: string): ContractCall => ({
  to: token,
  data: `0x70a08231${wordOf(owner)}`,
})

/** `allowance(address,address)` */
export const allowanceCall = (token: Hex, owner: string, spender: string): ContractCall => ({
  to: token,
  data: `0xdd62ed3e${wordOf(owner)}${wordOf(spender)}`,
})

/**
 * Numbers that contracts report after a block, in the order of the calls. A hostile contract only affects itself, and a
 * request that does not end before `signal` aborts only its own calls. Throws if no call was answered because no node could.
 */
export const readNumbers = async (
  { node }: Pick<EvmQueryContext, 'node'>,
  chain: ServedChain,
  calls: readonly ContractCall[],
  { block, signal }: { block: StateBlock; signal: AbortSignal },
): Promise<NumberAnswer[]> => {
  const { callContracts } = node
  if (!callContracts) throw needsNodeForBalances(chain)
  const batches = [...batchesOf(calls, callsPerRequest)]
  const faults: unknown[] = []
  const answers = await inParallel(batches, requestsAtOnce, async (batch): Promise<CallAnswer[]> => {
    try {
      return await callContracts(chain, batch, block, signal)
    } catch (error) {
      if (!signal.aborted && !isServiceError(error)) throw error
      faults.push(error)
      return batch.map(() => 'failed')
    }
  })
  if (faults.length > 0 && faults.length === batches.length) throw faults[0]
  return answers.flat().map(readNumber)
}

const readNumber = (answer: CallAnswer): NumberAnswer => {
  if (typeof answer === 'string') return answer
  return answer.length === wordBytes ? toInteger(answer) : 'refused'
}
