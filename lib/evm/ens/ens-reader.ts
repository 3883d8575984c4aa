import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createCallBatch } from './call-batch.ts'
import type { CcipRead } from './ccip-read.ts'
import type { EnsAddress, EnsContracts, PrimaryName } from './ens-contracts.ts'
import type { EnsLookup } from './ens-lookup.ts'

/** A block after which names were read: its number, and its time in unix seconds. */
export type NamesBlock = { number: number; timestamp: number }

export type EnsReader = {
  /** Throws the pool's ServiceErrors if no node returns its newest block. */
  primaryNames(addresses: readonly Hex[], signal?: AbortSignal): Promise<{ block: NamesBlock; names: PrimaryName[] }>
  /** Undefined if the name has no address; `name` is normalised. Throws ServiceError if no node answered. */
  addressOf(name: string, signal?: AbortSignal): Promise<{ block: NamesBlock; found: EnsAddress | undefined }>
}

export type EnsReaderOptions = {
  contracts: EnsContracts
  /** Absent: names behind an off-chain gateway are not resolved. */
  ccipRead?: CcipRead
  /** Time limits of a whole lookup. */
  primaryNamesMs?: number
  addressMs?: number
}

const primaryNamesMsDefault = 10_000
/** A visitor waits for it. */
const addressMsDefault = 4_000

/** Reads names after the newest block of the nodes. The libraries for it are loaded on first use. */
export const createEnsReader = (pool: NodePool, options: EnsReaderOptions): EnsReader => {
  const { contracts, ccipRead } = options
  const { primaryNamesMs = primaryNamesMsDefault, addressMs = addressMsDefault } = options

  const newestBlock = async (signal: AbortSignal): Promise<NamesBlock> => {
    const { number, timestamp } = parseHeader(await pool.call('eth_getBlockByNumber', ['latest', false], { signal }))
    return { number, timestamp }
  }

  const lookUp = async <Found>(
    read: (lookup: EnsLookup) => Promise<Found>,
    ms: number,
    signal: AbortSignal | undefined,
  ): Promise<{ block: NamesBlock } & Found> => {
    using limit = timeLimit(ms, 'The Ethereum node did not answer in time.')
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
    try {
      const [block, { createEnsLookup }] = await Promise.all([newestBlock(either), import('./ens-lookup.ts')])
      const call = createCallBatch(pool, { minimumHead: block.number, signal: either })
      const lookup = createEnsLookup({ contracts, ccipRead, call, block: block.number, signal: either })
      return { block, ...(await read(lookup)) }
    } catch (error) {
      // The libraries wrap what ends their requests.
      either.throwIfAborted()
      throw error
    }
  }

  return {
    primaryNames: (addresses, signal) =>
      lookUp(
        async (lookup) => ({ names: await Promise.all(addresses.map(lookup.primaryName)) }),
        primaryNamesMs,
        signal,
      ),
    addressOf: (name, signal) => lookUp(async (lookup) => ({ found: await lookup.addressOf(name) }), addressMs, signal),
  }
}
