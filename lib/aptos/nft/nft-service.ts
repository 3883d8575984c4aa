import type { Service } from '#lib/api/endpoint.ts'
import { tellingCoverage } from '#lib/aptos/query/aptos-coverage.ts'
import {
  type AptosNftContext,
  type AptosNftServiceOptions,
  indexedAptosChain,
  ledgerCoverage,
  nftContext,
} from '#lib/aptos/query/context.ts'
import { idBytes } from './activity-filters.ts'
import { holdingsAsOf } from './holdings-as-of.ts'
import type { AptosNftApi } from './interface-contract.ts'
import { nftOwnerRecord } from './nft-owner-record.ts'
import {
  aptosCollectionNftTransfersQuery,
  aptosCreatorNftTransfersQuery,
  aptosWalletNftTransfersQuery,
} from './nft-transfers.ts'
import { type HoldingPlace, holdingPlace, holdingsOfTokens } from './owner-rows.ts'

/** All pages show the list as of page 1, whatever arrives in between. */
const nftOwners =
  (context: AptosNftContext): Service<AptosNftApi>['nftOwners'] =>
  async ({ network, limit: requestedLimit, offset: requestedOffset, cursor, token_ids }) => {
    const { store, cursors, now } = context
    const chainId = await indexedAptosChain(context, network)
    const binding = { route: 'aptos nftOwners', filters: { chainId, token_ids } }
    const place = cursor === undefined ? undefined : cursors.open(cursor, binding)
    const { limit, page } = place ?? { limit: requestedLimit, page: 1 }
    const offset = place ? 0 : requestedOffset
    const tokens = token_ids.map(idBytes)

    const count = offset + limit + 1
    const rows = place
      ? await holdingsAsOf(store.db, chainId, tokens, {
          snapshot: place.snapshot ?? 0,
          before: readPlace(place.key),
          rows: count,
        })
      : await holdingsOfTokens(store.db, chainId, tokens, undefined, count)
    const shown = rows.slice(offset, offset + limit)
    const last = shown.at(-1)
    const isLast = rows.length < count || last === undefined
    const next = isLast
      ? null
      : cursors.seal(
          {
            limit,
            key: keyOf(holdingPlace(last)),
            page: page + 1,
            total: null,
            snapshot: place ? place.snapshot : last.newest,
            issuedAt: Math.floor(now() / 1_000),
          },
          binding,
        )
    return { cursor: next, hasNextPage: next !== null, result: shown.map(nftOwnerRecord) }
  }

const keyOf = ({ version, token, propertyVersion, owner }: HoldingPlace) => [version, token, propertyVersion, owner]

const readPlace = ([version, token, propertyVersion, owner]: readonly (string | number | null)[]): HoldingPlace => ({
  version: Number(version),
  token: String(token),
  propertyVersion: String(propertyVersion),
  owner: String(owner),
})

type AptosNftService = Pick<
  Service<AptosNftApi>,
  'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers' | 'nftOwners'
>

/**
 * Transfers and holders of NFTs, from the own index.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosNftService = (options: AptosNftServiceOptions): AptosNftService => {
  const context = nftContext(options)
  const service: AptosNftService = {
    collectionNftTransfers: aptosCollectionNftTransfersQuery(context),
    creatorNftTransfers: aptosCreatorNftTransfersQuery(context),
    walletNftTransfers: aptosWalletNftTransfersQuery(context),
    nftOwners: nftOwners(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}
