import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { getPairCall } from '#lib/evm/prices/v2-pool.ts'
import { getPoolCall, v3Fees } from '#lib/evm/prices/v3-pool.ts'
import { answerWords } from '#lib/evm/prices/words.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { PairExchange } from './exchanges.ts'

const callMs = 10_000

/** Reads contracts of a chain after one block. */
export type ReadPairs = (calls: readonly ContractCall[]) => Promise<CallAnswer[]>

type Moment = { to_block?: number | undefined; to_date?: string | undefined }

/** The block of a request. @throws as `findDated` */
export const pairBlock = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { to_block, to_date }: Moment,
  signal: AbortSignal | undefined,
): Promise<StateBlock> => {
  if (to_block !== undefined || to_date === undefined) return await stateBlockOf(context, chain, to_block)
  const { number } = await findDated(context, chain, Math.floor(Date.parse(to_date) / 1_000), signal)
  return await stateBlockOf(context, chain, number)
}

export const pairReader =
  ({ node }: EvmQueryContext, chain: ServedChain, block: StateBlock, signal: AbortSignal | undefined): ReadPairs =>
  async (calls) => {
    const { callContracts } = node
    if (!callContracts)
      throw new ServiceError('not_available', `Pairs on ${chain.title} cannot be read here: this requires a node.`)
    using limit = timeLimit(callMs, 'The node did not answer in time.')
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
    const answers = await callContracts(chain, calls, block, either)
    if (answers.includes('failed')) throw new ServiceError('upstream_timeout', 'The node did not answer in time.')
    return answers
  }

/** `getReserves()` */
const reservesCall = (to: Hex): ContractCall => ({ to, data: '0x0902f1ac' })
/** `liquidity()` */
const liquidityCall = (to: Hex): ContractCall => ({ to, data: '0x1a686502' })
/** `slot0()` */
const slotCall = (to: Hex): ContractCall => ({ to, data: '0x3850c7bd' })

/** The pair of two tokens; of several pools the one with the most liquidity. Undefined without one. */
export const findPair = async (
  read: ReadPairs,
  { factory, version }: PairExchange,
  one: Hex,
  other: Hex,
): Promise<Hex | undefined> => {
  const calls =
    version === 'v2' ? [getPairCall(factory, one, other)] : v3Fees.map((fee) => getPoolCall(factory, one, other, fee))
  const found = (await read(calls)).flatMap((answer) => addressIn(answer) ?? [])
  if (found.length < 2) return found[0]
  const liquidity = (await read(found.map(liquidityCall))).map((answer) => answerWords(answer, 1)?.[0] ?? 0n)
  const [deepest] = found
    .map((address, at) => ({ address, at }))
    .sort((a, b) => {
      const difference = (liquidity[b.at] ?? 0n) - (liquidity[a.at] ?? 0n)
      return difference > 0n ? 1 : difference < 0n ? -1 : 0
    })
  return deepest?.address
}

const addressIn = (answer: CallAnswer): Hex | undefined => {
  const [word = 0n] = answerWords(answer, 1) ?? []
  return word === 0n || word >> 160n !== 0n ? undefined : `0x${word.toString(16).padStart(40, '0')}`
}

/** What a pair of v2 holds; undefined for another contract. */
export const readReserves = async (read: ReadPairs, pair: string): Promise<[bigint, bigint] | undefined> => {
  if (!isHex(pair)) return undefined
  const [answer] = await read([reservesCall(pair)])
  const [first, second, time] = answerWords(answer, 3) ?? []
  return first === undefined || second === undefined || time === undefined ? undefined : [first, second]
}

const q192 = 1n << 192n

/** Token 1 for one of token 0, both in their smallest units, as a fraction; undefined for a pair without liquidity. */
export const readPairPrice = async (
  read: ReadPairs,
  { version }: PairExchange,
  pair: Hex,
): Promise<{ numerator: bigint; denominator: bigint } | undefined> => {
  if (version === 'v2') {
    const [first = 0n, second = 0n] = (await readReserves(read, pair)) ?? []
    return first === 0n || second === 0n ? undefined : { numerator: second, denominator: first }
  }
  const [root = 0n] = answerWords((await read([slotCall(pair)]))[0], 1) ?? []
  return root === 0n ? undefined : { numerator: root * root, denominator: q192 }
}
