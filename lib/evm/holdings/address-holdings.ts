import type { Service } from '#lib/api/endpoint.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import { centsText } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { TokenRating } from '#lib/evm/query/flags.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { priceRecord } from '#lib/evm/query/price-record.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { cent } from '#lib/evm/query/suspicions.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { type DescribedToken, describedTokens } from '#lib/evm/token/described-tokens.ts'
import { type AnsweredHoldings, answerHoldings } from './answer-holdings.ts'
import type { holdingsEndpoints } from './contract.ts'
import { nativeBalanceAt, type Valued, valueHoldings } from './native-balance.ts'

/** The holdings of an address for its page: at most two reads of the node for each block, shared with the data API. */
export const holdingsQuery =
  (context: EvmQueryContext): Service<typeof holdingsEndpoints>['evmHoldings'] =>
  async ({ address, folded: isFoldedShown, limit, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const block = await stateBlockOf(context, chain, undefined)
    const [native, answered, newest] = await Promise.all([
      nativeBalanceAt(context, chain, address, block, call?.signal),
      answerHoldings(context, { chain, address, block }, call),
      newestBlock(context.store.db, chain.id),
    ])
    const described = await describedTokens(context, chain, answered.held)
    const tokens = described.map((token) => ({ ...token, folded: foldedOf(token) }))
    const plain = tokens.filter(({ folded }) => folded === null)
    const hidden = tokens.filter(({ folded }) => folded !== null)
    const valued = await valueHoldings(context, chain, { native, tokens: plain.map(({ record }) => record) })
    const shown = [...plain, ...(isFoldedShown ? hidden : [])].slice(0, limit)
    const count = (reason: 'spam' | 'unverified') => hidden.filter(({ folded }) => folded === reason).length
    return {
      block_number: String(block.number),
      block_timestamp: newest?.number === block.number ? timestampText(newest.timestamp) : null,
      native: {
        balance: String(native),
        balance_formatted: valueDecimal(String(native), chain.decimals),
        symbol: chain.symbol,
        decimals: chain.decimals,
        ...valuedFields(valued?.native),
      },
      tokens: shown.map(({ record, holding, rating, folded }) => ({
        token_address: record.token_address,
        name: record.name,
        symbol: record.symbol,
        decimals: record.decimals,
        balance: record.balance,
        balance_formatted: valueDecimal(record.balance, record.decimals),
        verified_contract: record.verified_contract,
        folded,
        ...tokenFlags(record.balance, rating, valued?.tokens.get(record.token_address)),
        last_transfer_block: holding.newestBlock === null ? null : String(holding.newestBlock),
        ...valuedFields(valued?.tokens.get(record.token_address)),
      })),
      value: valued && {
        usd: centsText(valued.totalUsd),
        valued_count: valued.valuedCount,
        held_count: plain.length + 1,
      },
      token_count: plain.length,
      folded: {
        spam: count('spam'),
        unverified: count('unverified'),
        zero: answered.zeroCount,
        refused: answered.refusedCount,
        failed: answered.failedCount,
      },
      has_more: !answered.isWhole,
      note: noteOf(answered),
    }
  }

/** The rules of a contract's rating by which a token imitates another one. */
const imitatingRule = 'look-alike'

const tokenFlags = (balance: string, { rules, imitates }: TokenRating, valued: Valued | undefined) => ({
  is_imitation: rules.includes(imitatingRule),
  imitates,
  is_zero_value: balance === '0',
  is_dust: valued?.value === undefined || valued.value === null ? null : valued.value < cent,
  spam_reasons: [...rules],
})

const valuedFields = (valued: Valued | undefined) => ({
  price: valued ? priceRecord(valued.price) : null,
  usd_value: valued?.value === undefined || valued.value === null ? null : centsText(valued.value),
})

const foldedOf = ({ record }: DescribedToken): 'spam' | 'unverified' | null => {
  if (record.possible_spam) return 'spam'
  return record.decimals === null || record.symbol === null ? 'unverified' : null
}

const noteOf = ({ coverage, isWhole, failedCount, askedCount, transferredCount }: AnsweredHoldings): string | null => {
  if (coverage.isComplete) return null
  if (failedCount > 0 && isWhole) return `No node answered in time for ${failedCount} tokens, which may be missing.`
  const listed = askedCount - transferredCount
  const among = isWhole ? 'the indexed transfers of the address' : 'the newest indexed transfers of the address'
  return `Found among ${among}${listed > 0 ? ` and ${listed} listed tokens` : ''}: other tokens may be missing.`
}
