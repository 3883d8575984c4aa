import { timeLimit } from '#lib/base/time-limit.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Holdings } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { balanceCall, readNumbers } from '#lib/evm/query/read-balances.ts'
import { stateKey } from '#lib/evm/query/state-block.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import { type Candidate, knownErc20, transferredTokens } from './candidates.ts'

type HoldingsQuestion = {
  chain: ServedChain
  address: string
  block: StateBlock
  /** Whether every transfer up to the block is indexed: then the token list adds nothing. */
  isIndexWhole: boolean
  signal?: AbortSignal
}

/**
 * The ERC20 holdings of an address. Candidates are the tokens of its indexed transfers, of `CONTRACTS_<CHAIN>`, and, if
 * transfers may be missing, of the bundled token list. Of equal addresses, the first counts.
 */
export const holdingsAt = async (
  context: EvmQueryContext,
  { chain, address, block, isIndexWhole, signal }: HoldingsQuestion,
): Promise<Holdings> => {
  const start = async (limit: AbortSignal): Promise<Holdings> => {
    const { db } = context.store
    const [transferred, configured] = await Promise.all([
      transferredTokens(db, chain.id, address, block.number),
      knownErc20(db, chain.id, chain.contracts ?? []),
    ])
    const listed = isIndexWhole && transferred.isWhole ? [] : [...listedTokens(chain.id).values()]
    const candidates = new Map<Hex, Candidate>(transferred.tokens.map((token) => [token.address, token]))
    for (const token of [...configured, ...listed.map((one) => one.address)])
      if (!candidates.has(token)) candidates.set(token, { address: token, newestBlock: null })
    const read = await readHoldings(context, chain, address, [...candidates.values()], block, limit)
    return { ...read, isWhole: transferred.isWhole, transferredCount: transferred.tokens.length }
  }
  if (block.hash === undefined) {
    using limit = timeLimit(timeoutMs, late)
    return await start(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  }
  const key = `${stateKey(chain, block, address)} ${isIndexWhole}`
  return await context.stateReads.holdings.read(key, start, signal)
}

const timeoutMs = 10_000
const late = 'The node did not answer in time.'

/** The same of these tokens only. */
export const holdingsOf = async (
  context: EvmQueryContext,
  { chain, address, block, signal }: HoldingsQuestion,
  tokens: readonly Hex[],
): Promise<Holdings> => {
  using limit = timeLimit(timeoutMs, late)
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  const candidates = tokens.map((token) => ({ address: token, newestBlock: null }))
  const read = await readHoldings(context, chain, address, candidates, block, either)
  return { ...read, isWhole: true, transferredCount: 0 }
}

const readHoldings = async (
  context: EvmQueryContext,
  chain: ServedChain,
  address: string,
  candidates: readonly Candidate[],
  block: StateBlock,
  signal: AbortSignal,
): Promise<Omit<Holdings, 'isWhole' | 'transferredCount'>> => {
  const calls = candidates.map((token) => balanceCall(token.address, address))
  const answers = await readNumbers(context, chain, calls, block, signal)
  const held = candidates.flatMap((token, index) => {
    const balance = answers[index]
    return typeof balance === 'bigint' && balance > 0n ? [{ ...token, balance }] : []
  })
  const count = (wanted: (answer: (typeof answers)[number], token: Candidate) => boolean): number =>
    candidates.filter((token, index) => wanted(answers[index] ?? 'failed', token)).length
  return {
    held,
    // Listed tokens that an address never moved do not count as holdings that became zero.
    zeroCount: count((answer, { newestBlock }) => answer === 0n && newestBlock !== null),
    refusedCount: count((answer, { newestBlock }) => answer === 'refused' && newestBlock !== null),
    failedCount: count((answer) => answer === 'failed'),
    askedCount: candidates.length,
  }
}
