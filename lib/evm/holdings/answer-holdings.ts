import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import { isHex } from '#lib/evm/chain/block.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Holdings } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { balanceBlockHeader, missingBalancesHeader } from './balance-contract.ts'
import { holdingsAt, holdingsOf } from './holdings.ts'

type Question = { chain: ServedChain; address: string; block: StateBlock; tokens?: readonly string[] }

export type AnsweredHoldings = Holdings & { coverage: Coverage }

/** The holdings at a block, reported with what they were computed from: complete only if no token can be missing. */
export const answerHoldings = async (
  context: EvmQueryContext,
  { chain, address, block, tokens = [] }: Question,
  call: CallContext | undefined,
): Promise<AnsweredHoldings> => {
  const decided = (await context.coverage(chain))({ first: 0, last: block.number })
  const question = { chain, address, block, isIndexWhole: decided.isComplete, signal: call?.signal }
  const holdings =
    tokens.length > 0 ? await holdingsOf(context, question, tokens.filter(isHex)) : await holdingsAt(context, question)
  const isComplete = (decided.isComplete || tokens.length > 0) && holdings.isWhole && holdings.failedCount === 0
  const coverage = { ...decided, isComplete }
  call?.coveredBy?.(coverage)
  call?.setHeader?.(balanceBlockHeader, String(block.number))
  if (holdings.failedCount > 0)
    call?.setHeader?.(missingBalancesHeader, `${holdings.failedCount}: The node did not answer in time.`)
  return { ...holdings, coverage }
}
