import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { BalancePoint, balanceHistoryEndpoints } from './contract.ts'
import { nativeHistory } from './native-history.ts'
import { type Point, tokenHistory } from './token-history.ts'

/** The balance of an address over time: the native coin's from a node, a token's from transfers. */
export const balanceHistoryQuery =
  (context: EvmQueryContext): Service<typeof balanceHistoryEndpoints>['evmBalanceHistory'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const stored = await newestBlock(context.store.db, chain.id)
    if (!stored)
      throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet.`, { retryAfterSeconds: 5 })
    const newest = { ...stored, hash: toHex(stored.hash) }
    const { token } = input
    if (token === undefined && input.cursor !== undefined)
      throw badParameter('cursor', 'belongs to another list: balances of the native coin have one page')
    const found =
      token === undefined
        ? await nativeHistory(context, chain, { ...input, newest }, call)
        : await tokenHistory(context, chain, { ...input, newest, token }, call)
    const { points, ...rest } = found
    return { ...rest, result: points.map((point) => recordOf(point, found.decimals)) }
  }

const recordOf = ({ block, timestamp, balance }: Point, decimals: number | null): BalancePoint => ({
  block_number: String(block),
  block_timestamp: timestampText(timestamp),
  balance: String(balance),
  balance_formatted: valueDecimal(String(balance), decimals),
})
