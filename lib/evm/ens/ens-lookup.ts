import { createClient, custom, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { getEnsAddress, getEnsName, labelhash, namehash } from 'viem/ens'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'
import type { BatchedCall } from './call-batch.ts'
import type { CcipRead } from './ccip-read.ts'
import type { EnsAddress, EnsContracts, PrimaryName } from './ens-contracts.ts'
import { isNormalized } from './normalized-name.ts'

/** Lookups after one block. */
export type EnsLookup = {
  /** Never rejects. */
  primaryName(address: Hex): Promise<PrimaryName>
  /** Throws ServiceError if no node answered. */
  addressOf(name: string): Promise<EnsAddress | undefined>
}

export type EnsLookupOptions = {
  contracts: EnsContracts
  ccipRead: CcipRead | undefined
  call: BatchedCall
  block: number
  signal: AbortSignal
}

/** Calls for one name: each hop of CCIP-Read (EIP-3668) is one call and one request. */
const callsMax = 16
const ccipRequestsMax = 4
/** Seconds for which an expired `.eth` name can only be renewed by its owner. */
const gracePeriod = 90n * 24n * 3_600n
const expiryMax = 8_640_000_000_000n

const registrarAbi = parseAbi(['function nameExpires(uint256 id) view returns (uint256)'])
const registryAbi = parseAbi(['function owner(bytes32 node) view returns (address)'])
const wrapperAbi = parseAbi(['function getData(uint256 id) view returns (address owner, uint32 fuses, uint64 expiry)'])

const mayPass = (error: unknown): boolean =>
  error instanceof OutboundError ? error.fault === 'temporarily_unavailable' : isAbort(error)
const isAbort = (error: unknown): boolean =>
  isServiceError(error, 'upstream_timeout') || (error instanceof DOMException && error.name === 'AbortError')

/** A client of viem for one name, which counts its calls and remembers whether a node failed. */
const createBoundedClient = ({ call, ccipRead, signal }: Pick<EnsLookupOptions, 'call' | 'ccipRead' | 'signal'>) => {
  const state: { failure?: ServiceError; calls: number; requests: number } = { calls: 0, requests: 0 }
  const client = createClient({
    transport: custom(
      {
        request: async ({ params }: { params: readonly unknown[] }) => {
          state.calls += 1
          if (state.calls > callsMax) throw new Error('The name takes too many calls.')
          const outcome = await call(params)
          if ('result' in outcome) return outcome.result
          if ('revert' in outcome) throw Object.assign(new Error(outcome.revert.message), outcome.revert)
          state.failure = outcome.failed
          throw outcome.failed
        },
      },
      { retryCount: 0 },
    ),
    ccipRead: ccipRead !== undefined && {
      request: async (request) => {
        state.requests += 1
        if (state.requests > ccipRequestsMax) throw new Error('The name takes too many requests.')
        return await ccipRead.request(request, signal).catch((error: unknown) => {
          if (mayPass(error)) state.failure = new ServiceError('upstream_failed', 'The gateway of the name failed.')
          throw error
        })
      },
    },
  })
  return { client, state }
}
type BoundedClient = ReturnType<typeof createBoundedClient>

export const createEnsLookup = (options: EnsLookupOptions): EnsLookup => {
  const { contracts, block, signal } = options
  const blockNumber = BigInt(block)
  const universalResolverAddress = contracts.universalResolver

  const registrationEnd = async ({ client }: BoundedClient, labels: readonly string[]): Promise<bigint> => {
    const id = BigInt(labelhash(labels.at(-2) ?? ''))
    const { registrar: address } = contracts
    const expiry = await readContract(client, {
      ...{ address, abi: registrarAbi, functionName: 'nameExpires', args: [id], blockNumber },
    })
    return expiry === 0n ? 0n : expiry + gracePeriod
  }

  /**
   * The expiry of a subname that its parent cannot revoke: the wrapper keeps such a name after its expiry, without an
   * owner.
   */
  const wrappedEnd = async ({ client }: BoundedClient, name: string): Promise<bigint> => {
    const node = namehash(name)
    const { nameWrapper, registry } = contracts
    const [owner, [holder, , expiry]] = await Promise.all([
      readContract(client, { address: registry, abi: registryAbi, functionName: 'owner', args: [node], blockNumber }),
      readContract(client, {
        ...{ address: nameWrapper, abi: wrapperAbi, functionName: 'getData', args: [BigInt(node)], blockNumber },
      }),
    ])
    const isLost = BigInt(holder) === 0n
    return owner.toLowerCase() === nameWrapper && isLost ? expiry : 0n
  }

  /** Null if the name does not expire, or if a registration contract does not exist. */
  const expiryOf = async (lookup: BoundedClient, name: string): Promise<number | null> => {
    const labels = name.split('.')
    if (labels.at(-1) !== 'eth' || labels.length < 2) return null
    const ends = await Promise.all([
      registrationEnd(lookup, labels).catch(() => 0n),
      labels.length > 2 ? wrappedEnd(lookup, name).catch(() => 0n) : 0n,
    ])
    if (lookup.state.failure) throw lookup.state.failure
    const [first] = ends.filter((end) => end > 0n).sort((a, b) => (a < b ? -1 : 1))
    return first === undefined ? null : Number(first < expiryMax ? first : expiryMax)
  }

  /** A revert means that there is no name; failures of nodes are thrown. */
  const orNone = async <Found>(lookup: BoundedClient, found: Promise<Found | null>): Promise<Found | null> => {
    const value = await found.catch(() => null)
    if (lookup.state.failure) throw lookup.state.failure
    return value
  }

  const primaryName = async (address: Hex): Promise<PrimaryName> => {
    const lookup = createBoundedClient(options)
    const name = await orNone(lookup, getEnsName(lookup.client, { address, blockNumber, universalResolverAddress }))
    if (name === null || !isNormalized(name)) return 'none'
    return { name, expiresAt: await expiryOf(lookup, name) }
  }

  return {
    primaryName: (address) => primaryName(address).catch(() => 'failed'),
    addressOf: async (name) => {
      const lookup = createBoundedClient(options)
      const address = await orNone(
        lookup,
        getEnsAddress(lookup.client, { name, blockNumber, universalResolverAddress }),
      )
      signal.throwIfAborted()
      if (address === null) return undefined
      return { name, address: `0x${address.slice(2).toLowerCase()}`, expiresAt: await expiryOf(lookup, name) }
    },
  }
}
