import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { countPlaces } from '#lib/evm/query/ranges/merged-ranges.ts'
import { rangedChain } from '#lib/evm/query/ranges/ranged-chain.ts'
import { countedMax } from '#lib/evm/query/totals.ts'
import { collectionQuery } from './backfill-progress.ts'
import { collectionCoverage } from './collection-coverage.ts'
import type { collectionFactEndpoints } from './collection-facts-contract.ts'
import { nftRefresh } from './nft-refresh.ts'
import type { nftTokenEndpoints } from './token-contract.ts'
import { countHolders } from './token-owners.ts'

type Facts = Service<typeof collectionFactEndpoints>

/** The kind in the interface's terms: the NFTs of ERC-404 are ERC-721. */
export const contractTypeOf = (kind: ContractKind | null): string | null =>
  kind === 'ERC404' ? 'ERC721' : kind === 'ERC20' ? null : kind

const noLinks = {
  collection_logo: null,
  collection_banner_image: null,
  collection_category: null,
  project_url: null,
  wiki_url: null,
  discord_url: null,
  telegram_url: null,
  twitter_username: null,
  instagram_username: null,
}

/** A collection as its contract describes it. */
export const nftContractMetadataQuery =
  (context: EvmQueryContext): Facts['nftContractMetadata'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call, { contracts: [address] })
    const contract = await context.store.db
      .selectFrom('evm_contracts')
      .select(['kind', 'name', 'symbol', 'read_at'])
      .where('chain', '=', chain.id)
      .where('address', '=', toBytes(address))
      .executeTakeFirst()
    if (!contract || contract.kind === 'ERC20')
      throw new ServiceError('not_found', `No NFT collection ${address} is known on ${chain.title}.`)
    const marks = await marksOf(context, chain.id, [address])
    return {
      token_address: address,
      name: contract.name,
      symbol: contract.symbol,
      contract_type: contractTypeOf(contract.kind),
      synced_at: contract.read_at === null ? null : timestampText(contract.read_at),
      ...marks.flags(address),
      ...noLinks,
    }
  }

/** The sums that the writer keeps of a collection's stored transfers. */
export const nftCollectionStatsQuery =
  (context: EvmQueryContext): Facts['nftCollectionStats'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call, { contracts: [address] })
    const row = await context.store.db
      .selectFrom('evm_nft_collections')
      .select(['tokens', 'owners', 'transfers'])
      .where('chain', '=', chain.id)
      .where('token_address', '=', toBytes(address))
      .executeTakeFirst()
    const { tokens, owners, transfers } = row ?? { tokens: 0, owners: 0, transfers: 0 }
    return {
      total_tokens: String(tokens),
      owners: { current: String(owners) },
      transfers: { total: String(transfers) },
    }
  }

/** Counted in the index of the transfers of a token, and of its balances. */
export const nftTokenStatsQuery =
  (context: EvmQueryContext): Facts['nftTokenStats'] =>
  async ({ address, token_id, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call, { contracts: [address] })
    const { db } = context.store
    const hash = tokenHash(toBytes(address), token_id)
    const token = await db
      .selectFrom('evm_nft_tokens')
      .select(['standard', 'owner'])
      .where('chain', '=', chain.id)
      .where('token_address', '=', toBytes(address))
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (!token) throw new ServiceError('not_found', `No NFT ${token_id} of ${address} is known on ${chain.title}.`)
    const ranges = [{ column: 'token_hash', address: hash } as const]
    const all = { table: 'evm_nft_transfers', ...(await rangedChain(context, chain)), ranges } as const
    const [owners, transfers] = await Promise.all([
      token.standard === 1155 ? countHolders(db, chain.id, hash) : Number(token.owner !== null),
      countPlaces(db, { ...all, floor: [0], before: undefined }, countedMax),
    ])
    return { owners: { current: countText(owners) }, transfers: { total: countText(transfers) } }
  }

/** Null where there are too many to count. */
const countText = (count: number | null): string | null => (count === null ? null : String(count))

/** Queues the backfill as lists of the contract do, and says what came of it. */
export const nftContractSync =
  (context: EvmQueryContext): Facts['nftContractSync'] =>
  async ({ address, chain }, call: CallContext | undefined) => {
    await collectionCoverage(context, context.served.resolve(chain), [address], call)
    const { status, percent, on_demand } = await collectionQuery(context)({ address, chain })
    if (status === 'NOT_INDEXED') throw notStarted(address, on_demand)
    return { status, percent }
  }

const notStarted = (address: string, policy: 'everyone' | 'keys' | 'off'): ServiceError => {
  const reasons = {
    everyone: 'the hourly quota is used up, or too many contracts wait already',
    keys: 'only callers with a key may start one, within an hourly quota',
    off: 'INDEX_ON_DEMAND is off',
  }
  return new ServiceError('forbidden', `The backfill of ${address} was not started: ${reasons[policy]}.`)
}

/** The explorer's own request for a new document, in the words of the interface. */
export const nftMetadataResync =
  (context: EvmQueryContext): Service<typeof nftTokenEndpoints>['nftMetadataResync'] =>
  async ({ address, token_id, chain }, call) => {
    const { status } = await nftRefresh(context)({ address, token_id, chain }, call)
    return { status }
  }
