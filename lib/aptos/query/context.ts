import type { Kysely } from 'kysely'
import { type Coverage, type CoveredRange, coverageOf, type Indexed } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import { fittingCount } from '#lib/api/fit-answer.ts'
import type { NftMedia, NormalizedMetadata } from '#lib/api/token-metadata.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosMetadata } from '#lib/aptos/api/token-metadata.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { recent } from '#lib/base/shared-calls.ts'
import { intersectRanges } from '#lib/indexing/intervals.ts'
import type { PicturePreviews } from '#lib/media/media-records.ts'
import type { CursorBinding, CursorPosition, Cursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import type { IndexedChains } from './indexed-chains.ts'

/** The unit of positions in a ledger. */
export const aptosUnit = 'version'

type Needs = Partial<Record<AptosContent, 'always' | 'if recorded'>>

/** The indexed part of a network's ledger, by chain id. */
export type AptosCoverage = (chainId: number) => Promise<Indexed>

type AptosCoverageOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** How long a network's coverage is cached; 0 reads it for every response. */
  ageMaxMs: number
  /** The bundled ledger does not grow, so its node need not be polled. */
  isDemo?: boolean
  /**
   * What the responses are computed from besides tokens of module 0x3: versions without it are not covered. `if recorded` is a
   * content that is not indexed any more, or never was.
   */
  needs?: Needs
}

/** After this long without a response from the node, the worker or the node has stopped: the ledger may have grown. */
const silenceMaxSeconds = 120

export const createAptosCoverage = (
  db: Kysely<AptosTables>,
  { now, ageMaxMs, isDemo = false, needs = {} }: AptosCoverageOptions,
): AptosCoverage => {
  const reads = new Map<number, () => Promise<Snapshot>>()
  return async (chainId) => {
    const read =
      reads.get(chainId) ??
      (ageMaxMs === 0
        ? () => readSnapshot(db, chainId, needs)
        : recent(() => readSnapshot(db, chainId, needs), ageMaxMs))
    reads.set(chainId, read)
    const { ranges, head, checkedAt, error, omission } = await read()
    const isSilent = error !== null || (checkedAt !== null && now() / 1_000 - checkedAt > silenceMaxSeconds)
    const newest = head === null ? null : Math.max(head, ranges.at(-1)?.last ?? 0)
    return { unit: aptosUnit, ranges, head: isSilent && !isDemo ? null : newest, omission }
  }
}

/** Shown until the index is rebuilt: rows stored without this data are not completed later. */
const missingState =
  'The node did not serve account resources: owners, collections and assets from before the first indexed version may be missing.'

type Snapshot = Pick<Indexed, 'ranges' | 'head' | 'omission'> & { checkedAt: number | null; error: string | null }

const readSnapshot = async (db: Kysely<AptosTables>, chainId: number, needs: Needs): Promise<Snapshot> => {
  const rows = await db
    .selectFrom('aptos_chains as c')
    .leftJoin('aptos_intervals as i', 'i.chain_id', 'c.chain_id')
    .select(['c.head_version', 'c.checked_at', 'c.error', 'c.lacks_state', 'i.first_version', 'i.last_version'])
    .where('c.chain_id', '=', chainId)
    .orderBy('i.first_version')
    .execute()
  const [row] = rows
  let ranges = rows.flatMap(({ first_version: first, last_version: last }) =>
    first === null || last === null ? [] : [{ first, last }],
  )
  for (const part of await neededRanges(db, chainId, needs)) ranges = intersectRanges(ranges, part)
  return {
    ranges,
    head: row?.head_version ?? null,
    checkedAt: row?.checked_at ?? null,
    error: row?.error ?? null,
    ...(row?.lacks_state === 1 && { omission: missingState }),
  }
}

/** For each content that counts, the versions that have it. */
const neededRanges = async (db: Kysely<AptosTables>, chainId: number, needs: Needs): Promise<CoveredRange[][]> => {
  const rows = await db
    .selectFrom('aptos_content_intervals')
    .select(['content', 'first_version', 'last_version'])
    .where('chain_id', '=', chainId)
    .orderBy('first_version')
    .execute()
  return (['digital_assets', 'fungible_assets'] as const).flatMap((wanted) => {
    const ranges = rows
      .filter(({ content }) => content === wanted)
      .map((one) => ({ first: one.first_version, last: one.last_version }))
    const counts = needs[wanted] === 'always' || (needs[wanted] === 'if recorded' && ranges.length > 0)
    return counts ? [ranges] : []
  })
}

type Answer<Input> = (input: Input, call?: CallContext) => Promise<unknown>

/**
 * A service over the whole ledger that reports the coverage of each response to its caller. Coverage is read before the
 * rows, so it never includes versions stored in between.
 */
export const tellingCoverage = <S extends object>(
  service: S,
  coverageFor: (input: { network?: 'mainnet' | 'testnet' }) => Promise<Coverage | undefined>,
): S => {
  const reporting =
    <Input extends object>(answer: Answer<Input>): Answer<Input> =>
    async (input, call) => {
      const coverage = call?.coveredBy && (await coverageFor(input))
      const output = await answer(input, call)
      if (coverage) call?.coveredBy?.(coverage)
      return output
    }
  return Object.fromEntries(Object.entries(service).map(([name, answer]) => [name, reporting(answer)])) as S
}

/** The coverage of the whole ledger. */
export const coverageOfLedger = (indexed: Indexed): Coverage => coverageOf(indexed, { first: 0 })

export type Uri = string | null | undefined

/** The media that the documents of these URIs name, by URI; null without a URI. */
export type TokenMedia = (uris: readonly Uri[]) => Promise<(uri: Uri) => NftMedia | null>
/** The document of a URI, and the media that it names. */
type ReadMetadata = (uri: Uri) => Promise<AptosMetadata>

/** The attributes of documents. */
export type TokenAttributes = Pick<AptosMetadata, 'metadata_status'> & { attributes: Attributes | null }
type Attributes = NonNullable<NormalizedMetadata['attributes']>
/** By URI. */
export type ReadAttributes = (uris: readonly Uri[]) => Promise<(uri: Uri) => TokenAttributes>

export type AptosTokenMetadata = { mediaOf: TokenMedia; metadataOf: ReadMetadata; attributesOf: ReadAttributes }

/** Dependencies of every query of the Aptos NFT index. */
export type AptosNftContext = {
  store: Store<AptosTables>
  cursors: Cursors
  chains: IndexedChains
  /** The indexed part of a ledger. */
  coverage: AptosCoverage
  /** Of the pictures that assets name; without it they have none. */
  previews?: PicturePreviews
  /** Of tokens and collections; without it nothing of their documents is known. */
  metadata?: AptosTokenMetadata
  /** The network of calls without one. */
  defaultNetwork: AptosNetwork
  /** Milliseconds since 1970. */
  now: () => number
}

export type AptosNftServiceOptions = Pick<AptosNftContext, 'store' | 'cursors' | 'chains'> &
  Partial<Pick<AptosNftContext, 'defaultNetwork' | 'now' | 'coverage' | 'previews' | 'metadata'>>

export const nftContext = ({
  defaultNetwork = 'mainnet',
  now = Date.now,
  ...options
}: AptosNftServiceOptions): AptosNftContext => ({
  coverage: createAptosCoverage(options.store.db, { now, ageMaxMs: 0 }),
  ...options,
  defaultNetwork,
  now,
})

const variables: Record<AptosNetwork, { node: string; start: string }> = {
  mainnet: { node: 'APTOS_NODE_URL', start: 'APTOS_START_VERSION' },
  testnet: { node: 'APTOS_TESTNET_NODE_URL', start: 'APTOS_TESTNET_START_VERSION' },
}

/**
 * The chain id of an indexed network. @throws ServiceError `chain_not_served` if the network has no node here,
 * `not_available` before its first version is stored.
 */
export const indexedAptosChain = async (
  { chains, defaultNetwork }: AptosNftContext,
  network: AptosNetwork = defaultNetwork,
): Promise<number> => {
  if (!chains.has(network))
    throw new ServiceError(
      'chain_not_served',
      `NFTs of Aptos ${network} are not indexed here: set ${variables[network].node} to a full node's REST address (…/v1), and ${variables[network].start} to the version to start from.`,
    )
  const chainId = await chains.storedId(network)
  if (chainId !== undefined) return chainId
  throw new ServiceError(
    'not_available',
    `The NFT index of Aptos ${network} is still empty. The status page has the reason.`,
    { retryAfterSeconds: 5 },
  )
}

/** The coverage of a network's lists; undefined without an index. */
export const ledgerCoverage = async (
  { chains, coverage, defaultNetwork }: AptosNftContext,
  network: AptosNetwork = defaultNetwork,
): Promise<Coverage | undefined> => {
  const chainId = chains.has(network) ? await chains.storedId(network) : undefined
  return chainId === undefined ? undefined : coverageOfLedger(await coverage(chainId))
}

type Key = CursorPosition['key']

type NewestFirst<Row> = {
  binding: CursorBinding
  limit: number
  cursor: string | undefined
  /** The rows below a position, at most `count`; undefined for the top. */
  read: (before: Key | undefined, count: number) => Promise<Row[]>
  keyOf: (row: Row) => Key
}

/** A page of a list that descends from its key: rows that arrive later are above. A page of heavy rows ends early. */
export const newestFirstPage = async <Row>(
  { cursors, now }: AptosNftContext,
  { binding, limit: requestedLimit, cursor: requestedCursor, read, keyOf }: NewestFirst<Row>,
): Promise<{ cursor: string | null; rows: Row[] }> => {
  const position = requestedCursor === undefined ? undefined : cursors.open(requestedCursor, binding)
  const { limit, page } = position ?? { limit: requestedLimit, page: 1 }
  const found = await read(position?.key, limit + 1)
  const rows = found.slice(0, fittingCount(found.slice(0, limit)))
  const last = rows.at(-1)
  if (found.length <= rows.length || last === undefined) return { cursor: null, rows }
  const issuedAt = Math.floor(now() / 1_000)
  const next = { limit, key: keyOf(last), page: page + 1, total: null, snapshot: null, issuedAt }
  return { cursor: cursors.seal(next, binding), rows }
}
