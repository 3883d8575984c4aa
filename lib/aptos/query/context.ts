import type { Coverage } from '#lib/api/coverage.ts'
import type { NftMedia, NormalizedMetadata } from '#lib/api/token-metadata.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosMetadata } from '#lib/aptos/api/token-metadata.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { PicturePreviews } from '#lib/media/picture-previews.ts'
import type { Cursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { type AptosCoverage, coverageOfLedger, createAptosCoverage } from './aptos-coverage.ts'
import type { IndexedChains } from './indexed-chains.ts'

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
