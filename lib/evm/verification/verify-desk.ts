import type { Requester } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain, ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { ReadCodes } from './read-codes.ts'
import { readSources, readVerified } from './read-verified.ts'
import { inputBytesMax, type StandardJson } from './standard-json.ts'
import { createVerifications, type Queued, type QueuedRequest, type Verification } from './verifications.ts'
import { isCodeOf, type Sources, type VerifiedContract } from './verified-contract.ts'

/** Counts verifications per caller. */
type VerificationQuota = {
  take(requester: Requester): Promise<number | undefined>
  giveBack(requester: Requester): Promise<void>
}

export type VerifyDeskOptions = {
  /** The database of a chain, by its id. */
  storeOf: (chain: number) => Store<EvmTables>
  served: ServedChains
  /** Whether a node of the chain can be asked for code. */
  hasNode: (chain: ServedChain) => boolean
  quota: VerificationQuota
  /** A caller as it is stored in the queue, which must not show addresses. */
  cellOf: (caller: string) => string
  readCodes: ReadCodes
  now?: () => number
}

/** Where the APIs hand in sources, and look up what became of them. */
export type VerifyDesk = {
  /** The served chain with an id. @throws chain_not_served */
  chain(id: number): ServedChain
  /** Queues a verification. @throws ServiceError */
  submit(chainId: number, request: QueuedRequest, requester: Requester | undefined): Promise<Queued>
  find(verificationId: string): Promise<Verification | undefined>
  /** The verified contract, while the chain has its code. @throws not_available if no node can be asked. */
  verified(chain: number, address: Hex): Promise<VerifiedContract | undefined>
  sources(chain: number, address: Hex): Promise<Sources>
}

const hourSeconds = 3_600

export const createVerifyDesk = ({
  storeOf,
  served,
  hasNode,
  quota,
  cellOf,
  readCodes,
  now,
}: VerifyDeskOptions): VerifyDesk => {
  const verifications = createVerifications(storeOf, now)
  const chain: VerifyDesk['chain'] = (id) => {
    const found = served.all.find((each) => each.id === id)
    if (found) return found
    const accepted = served.all.map((each) => `${each.id} (${each.name})`).join(', ')
    throw new ServiceError('chain_not_served', `Chain ${id} is not served here. Chains served: ${accepted || 'none'}.`)
  }
  return {
    chain,
    submit: async (chainId, request, requester) => {
      const served = chain(chainId)
      if (!hasNode(served))
        throw new ServiceError('chain_not_served', `No node of ${served.title} is configured: code cannot be compared.`)
      checkSize(request.input)
      if (requester !== undefined && (await quota.take(requester)) === undefined)
        throw new ServiceError('rate_limited', 'Too many verifications in an hour. Please try again later.', {
          retryAfterSeconds: hourSeconds,
        })
      const { id = 'unknown', hasKey = false } = requester ?? {}
      const name = cellOf(`${hasKey ? 'key' : 'visitor'} ${id}`)
      try {
        return await verifications.request(served.id, request, { name, hasKey })
      } catch (error) {
        // What was refused does not count.
        if (requester !== undefined) await quota.giveBack(requester)
        throw error
      }
    },
    find: verifications.find,
    verified: async (chain, address) => {
      const contract = await readVerified(storeOf(chain).db, chain, address)
      if (contract === undefined) return undefined
      const code = (await readCodes(chain, [address])).get(address)
      if (code === undefined)
        throw new ServiceError('not_available', 'The node could not be asked for the code of the contract.')
      return isCodeOf(contract, code) ? contract : undefined
    },
    sources: (chain, address) => readSources(storeOf(chain).db, chain, address),
  }
}

const checkSize = (input: StandardJson): void => {
  if (Buffer.byteLength(JSON.stringify(input)) > inputBytesMax)
    throw badParameter('sources', `must not be larger than ${inputBytesMax / 1024 ** 2} MiB in total`)
}
