import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { WalletNames } from '#lib/evm/query/name-port.ts'
import type { nameEndpoints } from './contract.ts'

/** How long a request for only a name waits for the node. */
const waitMs = 5_000

/** The primary ENS name of an address. */
export const resolveAddressQuery =
  ({ names }: EvmQueryContext): Service<typeof nameEndpoints>['resolveAddress'] =>
  async ({ address }, call) => {
    const known = await needed(names).nameOf(address, { waitMs, signal: call?.signal })
    call?.signal?.throwIfAborted()
    if (known === undefined)
      throw new ServiceError('not_available', 'The Ethereum node did not answer in time.', { retryAfterSeconds: 30 })
    if (known === null) throw new ServiceError('not_found', 'This address has no primary ENS name.')
    if (known.isExpired) throw new ServiceError('not_found', 'The ENS name of this address has expired.')
    return { name: known.name }
  }

/** The address of an ENS name. */
export const resolveEnsDomainQuery =
  ({ names }: EvmQueryContext): Service<typeof nameEndpoints>['resolveEnsDomain'] =>
  async ({ domain }, call) => {
    const found = await needed(names).addressOf(domain, call?.signal)
    if (!found) throw new ServiceError('not_found', 'This name has no address.')
    if (found.isExpired) throw new ServiceError('not_found', 'This name has expired.')
    return { address: found.address }
  }

const needed = (names: WalletNames | undefined): WalletNames => {
  if (names) return names
  throw new ServiceError(
    'chain_not_served',
    'ENS names are read from an Ethereum node. Set NODE_URL_ETH to use them here.',
  )
}
