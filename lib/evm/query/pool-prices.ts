import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { type Price, roundedPrice, usdScale } from '#lib/evm/prices/price.ts'
import type { PriceGround, TimedBlock } from '#lib/evm/prices/price-book.ts'
import type { PriceSources } from '#lib/evm/prices/price-sources.ts'
import { getPairCall, pairCalls, readPair, v2State } from '#lib/evm/prices/v2-pool.ts'
import { getPoolCall, observeCall, type PoolState, v3Fees, v3State, v3WindowSeconds } from '#lib/evm/prices/v3-pool.ts'
import { answerWords } from '#lib/evm/prices/words.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { EvmQueryContext } from './context.ts'
import { inParallel } from './in-parallel.ts'

/** Calls of one Multicall3 request, and requests at a time. */
const callsPerRequest = 140
const requestsAtOnce = 3

/** The answers of contracts after a block, in the order of the calls. @throws not_available if no node answers all of them */
export const readCalls = async (
  { node }: Pick<EvmQueryContext, 'node'>,
  chain: ServedChain,
  calls: readonly ContractCall[],
  { block, signal }: { block: StateBlock; signal: AbortSignal },
): Promise<CallAnswer[]> => {
  const { callContracts } = node
  if (!callContracts) throw new ServiceError('not_available', `Prices on ${chain.title} require a node.`)
  const batches = [...batchesOf(calls, callsPerRequest)]
  const answers = await inParallel(batches, requestsAtOnce, (batch) => callContracts(chain, batch, block, signal))
  if (answers.flat().includes('failed')) throw new ServiceError('not_available', 'The node did not answer in time.')
  return answers.flat()
}

/** A pool with less than this of its quote token gives no price. */
const depthMinUsd = 50_000n

export type AskedToken = { address: Hex; decimals: number }

type Quote = PriceGround['quotes'][number]
type Pool = { token: AskedToken; quote: Quote; address: Hex; version: 'uniswap_v2' | 'uniswap_v3' }

type PoolQuestion = {
  context: Pick<EvmQueryContext, 'node'>
  chain: ServedChain
  sources: PriceSources
  ground: Pick<PriceGround, 'block' | 'earlier' | 'quotes'>
  signal: AbortSignal
}

/** The prices of tokens in their deepest pools against the quote tokens; none without a deep enough pool. */
export const poolPrices = async (question: PoolQuestion, tokens: readonly AskedToken[]): Promise<Map<Hex, Price>> => {
  const pools = await findPools(question, tokens)
  const { block, earlier } = question.ground
  const read = (at: TimedBlock) => readPools(question, pools, at)
  const [now, ...then] = await Promise.all([read(block), ...earlier.map((at) => withoutState(read(at)))])
  const prices = new Map<Hex, Price>()
  for (const [index, pool] of pools.entries()) {
    const readings = [...then, now].map((answers) => answers?.[index] ?? [])
    const state = pool.version === 'uniswap_v3' ? stateOfV3(pool, readings) : stateOfV2(pool, readings, question.ground)
    const price = state && priceOf(pool, state, question.ground)
    const best = prices.get(pool.token.address)
    if (price && (best?.depthUsd ?? 0n) < (price.depthUsd ?? 0n)) prices.set(pool.token.address, price)
  }
  return prices
}

const findPools = async (
  { context, chain, sources, ground, signal }: PoolQuestion,
  tokens: readonly AskedToken[],
): Promise<Pool[]> => {
  const { v2Factory, v3Factory } = sources
  const asked = tokens.flatMap((token) =>
    ground.quotes
      .filter((quote) => quote.token !== token.address)
      .flatMap((quote) => [
        ...(v3Factory
          ? v3Fees.map((fee) => ({
              ...{ token, quote, version: 'uniswap_v3' as const },
              call: getPoolCall(v3Factory, token.address, quote.token, fee),
            }))
          : []),
        ...(v2Factory
          ? [{ token, quote, version: 'uniswap_v2' as const, call: getPairCall(v2Factory, token.address, quote.token) }]
          : []),
      ]),
  )
  const calls = asked.map(({ call }) => call)
  const answers = await readCalls(context, chain, calls, { block: ground.block, signal })
  return asked.flatMap(({ token, quote, version }, index): Pool[] => {
    const [word = 0n] = answerWords(answers[index], 1) ?? []
    if (word === 0n || word >> 160n !== 0n) return []
    return [{ token, quote, version, address: `0x${word.toString(16).padStart(40, '0')}` }]
  })
}

const callsOf = ({ version, address, token, quote }: Pool): ContractCall[] =>
  version === 'uniswap_v2'
    ? pairCalls(address, isToken0(token, quote))
    : [observeCall(address), { to: quote.token, data: `0x70a08231${wordOf(address)}` }]

/** Both kinds of pools sort their tokens by address. */
const isToken0 = (token: AskedToken, quote: Quote): boolean => token.address < quote.token

/** The results after a block by pool, two each. */
const readPools = async (
  { context, chain, signal }: PoolQuestion,
  pools: readonly Pool[],
  block: TimedBlock,
): Promise<CallAnswer[][]> => {
  const answers = await readCalls(context, chain, pools.flatMap(callsOf), { block, signal })
  return pools.map((_, index) => answers.slice(2 * index, 2 * index + 2))
}

/** Nodes keep the state of recent blocks, some of fewer than half an hour's. */
const withoutState = async (read: Promise<CallAnswer[][]>): Promise<CallAnswer[][] | undefined> => {
  try {
    return await read
  } catch (error) {
    if (!isServiceError(error)) throw error
    return undefined
  }
}

/** The pool stores its own history; the node's is only used to check that its balance is not new. */
const stateOfV3 = ({ token, quote }: Pool, readings: readonly CallAnswer[][]): PoolState | undefined => {
  const balances = [readings.at(-1), readings[0]].flatMap((answers) => answerWords(answers?.[1], 1)?.[0] ?? [])
  const quoteBalance = balances.reduce((least, balance) => (balance < least ? balance : least), balances[0] ?? 0n)
  return v3State(readings.at(-1)?.[0], { isToken0: isToken0(token, quote), quoteBalance })
}

const stateOfV2 = (
  { token, quote }: Pool,
  readings: readonly CallAnswer[][],
  { block, earlier }: PoolQuestion['ground'],
): PoolState | undefined => {
  const times = [...earlier, block].map(({ timestamp }) => timestamp)
  const pairs = readings.map((answers, index) => readPair(answers, times[index] ?? 0, isToken0(token, quote)))
  return v2State(pairs, times)
}

const priceOf = (
  { token, quote, address, version }: Pool,
  { price, depth }: PoolState,
  { block, earlier }: PoolQuestion['ground'],
): Price | undefined => {
  const quoteUnit = 10n ** BigInt(quote.decimals)
  const tokenUnit = 10n ** BigInt(token.decimals)
  const usd = roundedPrice((quote.usd * price.numerator * tokenUnit) / (price.denominator * quoteUnit))
  const depthUsd = (depth * quote.usd) / quoteUnit
  if (usd === 0n || depthUsd < depthMinUsd * usdScale) return
  const windowSeconds =
    version === 'uniswap_v3' ? v3WindowSeconds : block.timestamp - (earlier[0]?.timestamp ?? block.timestamp)
  const basis = {
    source: address,
    pair: null,
    quote: quote.token,
    ageSeconds: null,
    block: block.number,
    timestamp: block.timestamp,
  }
  return { usd, method: version, depthUsd, windowSeconds, ...basis }
}
