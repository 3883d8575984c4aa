import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { askAgain } from '#lib/evm/chain/stored/asked-contracts.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { ContractKind, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { countPlaces } from '#lib/evm/query/merged-ranges.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import { rangedChain } from '#lib/evm/query/ranged-chain.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { countedMax } from '#lib/evm/query/totals.ts'
import { collectionQuery } from './backfill-progress.ts'
import type { collectionFactEndpoints } from './collection-facts-contract.ts'
import { refreshEveryMs } from './metadata/refresh-tokens.ts'
import { noDocumentNamed, wantDocuments } from './metadata/stored-metadata.ts'
import type { nftStateEndpoints } from './state-contract.ts'
import type { nftTokenEndpoints } from './token-contract.ts'
import { collectionCoverage, countHolders } from './token-owners.ts'

/** Moves one token's document to the front of the worker's queue, at most once in ten minutes. */
export const nftRefresh =
  (context: EvmQueryContext): Service<typeof nftStateEndpoints>['evmNftRefresh'] =>
  async ({ address, token_id, ...input }) => {
    const chain = context.served.resolve(input.chain)
    const token = await findToken(context, chain, address, token_id)
    const now = context.now()
    const allowedAt = (token.uri_synced_at ?? 0) + refreshEveryMs
    const last_metadata_sync = momentText(token.metadata_synced_at)
    if (allowedAt > now)
      return { status: 'RECENT', last_metadata_sync, next_allowed_at: new Date(allowedAt).toISOString() }
    await wantDocuments(context.store, chain.id, [token], { now, options: { again: true } })
    await askAgain(context.store.db, chain.id, [token.token_address], Math.floor(now / 1_000))
    return { status: 'QUEUED', last_metadata_sync, next_allowed_at: new Date(now + refreshEveryMs).toISOString() }
  }

/** The status of a token's document, or the reason why it is missing. */
export const nftStateQuery =
  (context: EvmQueryContext): Service<typeof nftStateEndpoints>['evmNftState'] =>
  async ({ address, token_id, ...input }) => {
    const chain = context.served.resolve(input.chain)
    const token = await findToken(context, chain, address, token_id)
    return {
      status: statusOf(token, context.now()),
      error: token.error,
      token_uri: token.token_uri,
      last_token_uri_sync: momentText(token.uri_synced_at),
      last_metadata_sync: momentText(token.metadata_synced_at),
      due_at: momentText(token.due_at),
    }
  }

type StateRow = Pick<NftTokenRow, 'token_address' | 'token_hash' | 'token_id' | 'minted_block'> & {
  [Column in 'token_uri' | 'error' | 'uri_synced_at' | 'metadata_synced_at' | 'due_at']: NftMetadataRow[Column] | null
}

const findToken = async (
  { store }: EvmQueryContext,
  chain: ServedChain,
  address: string,
  tokenId: string,
): Promise<StateRow> => {
  const contract = toBytes(address)
  const row = await store.db
    .selectFrom('evm_nft_tokens as t')
    .leftJoin('evm_nft_metadata as m', (join) =>
      join.onRef('m.chain', '=', 't.chain').onRef('m.token_hash', '=', 't.token_hash'),
    )
    .select(['t.token_address', 't.token_hash', 't.token_id', 't.minted_block'])
    .select(['m.token_uri', 'm.error', 'm.uri_synced_at', 'm.metadata_synced_at', 'm.due_at'])
    .where('t.chain', '=', chain.id)
    .where('t.token_address', '=', contract)
    .where('t.token_hash', '=', tokenHash(contract, tokenId))
    .executeTakeFirst()
  if (row) return row
  throw new ServiceError('not_found', `No NFT ${tokenId} of ${address} is known on ${chain.title}.`)
}

const statusOf = ({ uri_synced_at, due_at, error }: StateRow, now: number) => {
  const isDue = due_at !== null && due_at <= now
  if (isDue || (uri_synced_at === null && error === null)) return 'QUEUED'
  if (error === null) return 'SYNCED'
  return error === noDocumentNamed ? 'NO_URI' : 'FAILED'
}

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
