import type { RequestedRange } from '#lib/api/coverage.ts'
import type { Input, Service } from '#lib/api/endpoint.ts'
import { newestNaming } from '#lib/evm/chain/search-index/index-documents.ts'
import type { nftEndpoints } from '#lib/evm/nft/contract.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type BoundParameters, resolveBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { requestedBlocks, requestedFromKey, requestedKey } from '#lib/evm/query/coverage/requested-blocks.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { totalShown } from '#lib/evm/query/totals.ts'
import { searchRecords } from '#lib/evm/search/search-records.ts'
import type { CursorBinding } from '#lib/store/cursors.ts'
import { countMatches, type FoundToken, findMatches, type SearchScope, type TierPlace } from './matches.ts'
import { searchTiers } from './tiers.ts'

/**
 * E3. First the tokens whose whole name is the text, then those with its words in their name, then all others, each
 * with the newest document first. A token occurs once across all pages; one whose name changed since page 1 at most
 * once. Documents read since page 1 are not included.
 */
export const searchNfts =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['searchNfts'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { q, filter } = input
    const addresses = input.addresses?.length ? input.addresses.toSorted() : undefined
    const bounds = boundsOf(input)
    const filters = { chain: chain.id, q, filter, addresses, ...bounds }
    const binding: CursorBinding = { route: 'searchNfts', filters }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const coverageThen = await context.coverage(chain, addresses)
    const { db } = context.store
    const found = await boundsWithin(context, chain.id, bounds)
    const asked = place ? requestedFromKey(place.key[3], place.key[4]) : found.asked
    const coverage = coverageThen(asked)
    call?.coveredBy?.(coverage)

    const scope: SearchScope = {
      chain: chain.id,
      tiers: searchTiers(q, filter, addresses),
      minted: found.minted,
      namedUntil: place ? Number(place.key[2]) : await newestNaming(db, chain.id),
    }
    const after: TierPlace | undefined = place && { tier: Number(place.key[0]), id: Number(place.key[1]) }
    const [rows, counted] = await Promise.all([
      findMatches(db, scope, after, limit + 1),
      place ? place.total : input.disable_total ? null : countMatches(db, scope),
    ])
    const keyOf = ({ tier, id }: FoundToken) => [tier, id, scope.namedUntil, ...requestedKey(asked, coverage, bounds)]
    const { shown, cursor } = shownPage(context, { rows, limit, page, total: counted, keyOf }, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: shown.length })
    const result = await searchRecords(
      context,
      chain.id,
      shown.map(({ id }) => id),
      input.format,
    )
    return { total, page: page - 1, page_size: limit, cursor, result }
  }

const boundsOf = ({
  from_block,
  to_block,
  from_date,
  to_date,
}: Input<(typeof nftEndpoints)['searchNfts']>): BoundParameters => ({
  from_block,
  to_block,
  from_date,
  to_date,
})

/** `minted` is undefined without bounds: tokens with an unknown mint are then included. */
const boundsWithin = async (
  { store }: EvmQueryContext,
  chain: number,
  bounds: BoundParameters,
): Promise<{ minted: SearchScope['minted']; asked: RequestedRange }> => {
  if (Object.values(bounds).every((bound) => bound === undefined)) return { minted: undefined, asked: { first: 0 } }
  const within = await resolveBounds(store.db, chain, bounds)
  return { minted: within ?? 'never', asked: requestedBlocks(within, bounds) }
}
