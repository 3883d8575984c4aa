import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { PriceSources } from '#lib/evm/prices/price-sources.ts'
import { getPairCall } from '#lib/evm/prices/v2-pool.ts'
import { getPoolCall, v3Fees } from '#lib/evm/prices/v3-pool.ts'
import { answerWords } from '#lib/evm/prices/words.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'

/** The factory of an exchange: pairs of Uniswap v2 and its forks, or pools of Uniswap v3. */
type PairExchange = { name: string; factory: Hex; version: 'v2' | 'v3' }

export const exchangeNames = [
  ...(['uniswapv2', 'uniswapv3', 'sushiswapv2'] as const),
  ...(['pancakeswapv1', 'pancakeswapv2', 'quickswap'] as const),
] as const

type ExchangeName = (typeof exchangeNames)[number]

const v3Factory = '0x1f98431c8ad98523631ae4a59f267346ea31f984'

/** Uniswap: @uniswap/sdk-core 7.19.4. The others: as programs that trade there name them. */
const factories: Readonly<Record<ExchangeName, Readonly<Record<number, Hex>>>> = {
  uniswapv2: {
    1: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
    10: '0x0c3c1c532f1e39edf36be9fe0be1410313e074bf',
    56: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    137: '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
    8453: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    42161: '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9',
    43114: '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
  },
  uniswapv3: {
    ...{ 1: v3Factory, 10: v3Factory, 137: v3Factory, 42161: v3Factory },
    56: '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7',
    8453: '0x33128a8fc17869897dce68ed026d694621f6fdfd',
    43114: '0x740b1c1de25031c31ff4fc9a62f554a55cdc1bad',
  },
  sushiswapv2: {
    1: '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac',
    56: '0xc35dadb65012ec5796536bd9864ed8773abc74c4',
    137: '0xc35dadb65012ec5796536bd9864ed8773abc74c4',
    42161: '0xc35dadb65012ec5796536bd9864ed8773abc74c4',
  },
  pancakeswapv1: { 56: '0xbcfccbde45ce874adcb698cc183debcf17952812' },
  pancakeswapv2: { 56: '0xca143ce32fe78f1f7019d7d551a6402fc5350c73' },
  quickswap: { 137: '0x5757371414417b8c6caad45baef941abc7d3ab32' },
}

const isName = (name: string): name is ExchangeName => exchangeNames.some((known) => known === name)

/** The exchange of a request: by its name, or by the address of a factory like that of Uniswap v2. @throws invalid_request */
export const exchangeOf = (named: string, chain: ServedChain, sources: PriceSources | undefined): PairExchange => {
  const name = named.toLowerCase()
  if (isHex(name)) return { name, factory: name, version: 'v2' }
  const own = { uniswapv2: sources?.v2Factory, uniswapv3: sources?.v3Factory }[name]
  const factory = own ?? (isName(name) ? factories[name][chain.id] : undefined)
  if (factory) return { name, factory, version: name === 'uniswapv3' ? 'v3' : 'v2' }
  throw badParameter(
    'exchange',
    `is ${name}, which is not known on ${chain.title}: expected the address of its factory`,
  )
}

const callMs = 10_000

/** Reads contracts of a chain after one block. */
type ReadPairs = (calls: readonly ContractCall[]) => Promise<CallAnswer[]>

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
