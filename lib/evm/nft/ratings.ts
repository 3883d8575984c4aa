import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { spamScoreMin, storedReasons } from '#lib/evm/query/flags.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import type { collectionEndpoints } from './collection-contract.ts'

const listReasons = {
  verified: { rule: 'operator', weight: 0, text: 'Listed as verified by the operator of this server.' },
  spam: { rule: 'operator', weight: 100, text: 'Listed as spam by the operator of this server.' },
} as const

/** The flags of a contract and their reasons; the operator's lists take precedence. */
export const contractRatingQuery =
  ({ store, served, known }: EvmQueryContext): Service<typeof collectionEndpoints>['evmContractRating'] =>
  async ({ chain: chainName, address }) => {
    const chain = served.resolve(chainName)
    const row = await store.db
      .selectFrom('evm_ratings')
      .select(['score', 'reasons', 'rated_at'])
      .where('chain', '=', chain.id)
      .where('address', '=', toBytes(address))
      // A contract without its first rating has no result yet.
      .where('rated_at', '>', 0)
      .executeTakeFirst()
    const isListedSpam = known.listedAsSpam(chain.id, address)
    const verified = known.isVerified(chain.id, address)
    const reasons = row ? storedReasons.parse(JSON.parse(row.reasons)) : []
    const words = verified ? [listReasons.verified] : isListedSpam ? [listReasons.spam] : []
    return {
      possible_spam: isListedSpam ?? (row !== undefined && row.score >= spamScoreMin),
      verified,
      score: row?.score ?? null,
      reasons: [...words, ...reasons.map(({ rule, weight, text }) => ({ rule, weight, text }))],
      rated_at: momentText(row?.rated_at),
    }
  }
