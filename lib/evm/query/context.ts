import type { Requester } from '#lib/api/endpoint.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import type { EvmAbis } from '#lib/evm/abi/abi-port.ts'
import type { ContractSources } from '#lib/evm/abi/contract-sources.ts'
import type { GivenAbis } from '#lib/evm/abi/sources/given-abis.ts'
import type { FunctionShapes } from '#lib/evm/bytecode/function-shapes.ts'
import type { OnDemandPolicy } from '#lib/evm/chain/backfill/on-demand.ts'
import type { ServedChain, ServedChains } from '#lib/evm/chain/served/served.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { KnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import type { PriceBook } from '#lib/evm/prices/price-book.ts'
import type { KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import type { Cursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import type { InternalCallsCache } from './caches/internal-calls-cache.ts'
import type { KeptCalldata } from './caches/kept-calldata.ts'
import type { Replays } from './caches/replays.ts'
import type { StateReads } from './caches/state-reads.ts'
import type { EvmCoverage } from './coverage/evm-coverage.ts'
import type { WalletNames } from './name-port.ts'
import type { EvmNodeAccess } from './node-access.ts'

/** The backfill functions that lists of a collection need. Addresses are lower-case hex. */
export type EvmBackfill = {
  /**
   * Queues the backfill of contracts that are not indexed and that `requester` may start; returns immediately. Contracts
   * beyond the requester's quota are skipped without an error.
   */
  request(chain: ServedChain, addresses: readonly string[], requester: Requester | undefined): Promise<void>
}

/** Known media by their key as `toHex` formats it; none for those without a URI. */
type MediaRecords = (
  rows: readonly (Pick<NftMetadataRow, 'media_uri' | 'media_key'> & { is_cut?: boolean })[],
) => Promise<ReadonlyMap<string, NftMedia>>

/** How long an answer about several chains waits for each of them: one with a slow node or database must not delay the others. */
export const chainWaitMs = 4_000

/** Dependencies of every query of the EVM index. */
export type EvmQueryContext = {
  store: Store<EvmTables>
  /** The context of another chain, which may be in another database. */
  of: (chain: ServedChain) => EvmQueryContext
  served: ServedChains
  cursors: Cursors
  node: EvmNodeAccess
  histories: EvmBackfill
  /** Who may start the backfill of a contract; everyone by default. */
  onDemandPolicy?: OnDemandPolicy
  /** Decides whether an answer is complete. */
  coverage: EvmCoverage
  internalCalls: InternalCallsCache
  /** What nodes report of running transactions again. */
  replays: Replays
  /** The most gas of a call or a simulation of a visitor; that of the newest block is a limit too. */
  gasMax?: number
  /** Cached reads of the state after a block. */
  stateReads: StateReads
  /** Undefined with `PRICES=off`: then nothing has a price. */
  prices?: PriceBook
  /** Labels, verified collections and spam lists. */
  known: KnownAddresses
  /** ENS names; without it, no names are known. */
  names?: WalletNames
  /** Without it, nothing is decoded. */
  abis?: EvmAbis
  /** Without it, nobody can give an ABI. */
  givenAbis?: GivenAbis
  /** Without it, simulated calldata is limited to what fits into a URL. */
  keptCalldata?: KeptCalldata
  /** Without it, no source code is known. */
  sources?: ContractSources
  /** Without it, calls and events without a verified ABI stay undecoded. */
  signatures?: KnownSignatures
  /** Without it, nothing is guessed from bytecode but selectors. */
  shapes?: FunctionShapes
  /** Images, videos and audio; without it, records have none. */
  media?: MediaRecords
  /** Milliseconds since 1970. */
  now: () => number
}
