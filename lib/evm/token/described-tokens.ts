import type { TokenBalance } from '#lib/evm/api/records/balances.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Holding } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf, type TokenRating } from '#lib/evm/query/flags.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'

export type DescribedToken = { holding: Holding; record: TokenBalance; rating: TokenRating }

/** The tokens with their metadata and flags: verified ones first, then those moved most recently. */
export const describedTokens = async (
  context: EvmQueryContext,
  chain: ServedChain,
  held: readonly Holding[],
): Promise<DescribedToken[]> => {
  const addresses = held.map(({ address }) => address)
  const [metadata, marks] = await Promise.all([
    readTokenMetadata(context.store.db, chain.id, addresses),
    marksOf(context, chain.id, addresses),
  ])
  return held
    .map((holding) => {
      const { name = null, symbol = null, decimals = null, isListed = false } = metadata.get(holding.address) ?? {}
      const { possible_spam, verified_collection } = marks.flags(holding.address)
      const record: TokenBalance = {
        token_address: holding.address,
        name,
        symbol,
        logo: marks.logoOf(holding.address),
        thumbnail: marks.logoOf(holding.address),
        decimals,
        balance: String(holding.balance),
        possible_spam,
        verified_contract: verified_collection || isListed,
        total_supply: null,
        total_supply_formatted: null,
        percentage_relative_to_total_supply: null,
      }
      return { holding, record, rating: marks.ratingOf(holding.address) }
    })
    .sort(byTrust)
}

const byTrust = (a: DescribedToken, b: DescribedToken): number =>
  Number(b.record.verified_contract) - Number(a.record.verified_contract) ||
  Number(a.record.possible_spam) - Number(b.record.possible_spam) ||
  (b.holding.newestBlock ?? -1) - (a.holding.newestBlock ?? -1) ||
  (a.holding.address < b.holding.address ? -1 : 1)
