import type { Service } from '#lib/api/endpoint.ts'
import type { addressNameEndpoints } from '#lib/evm/contract/explorer/address-name-endpoints.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { nameFacts } from '#lib/evm/queries/parts/name-facts.ts'

/** The ENS name of an address, whatever its state. */
export const addressName =
  ({ names }: EvmQueryContext): Service<typeof addressNameEndpoints>['evmAddressName'] =>
  async ({ address }, call) => {
    if (!names) return { status: 'off', name: null }
    const known = await names.nameOf(address, { signal: call?.signal })
    if (!known) return { status: known === null ? 'none' : 'pending', name: null }
    return { status: 'known', name: { name: known.name, ...nameFacts(known) } }
  }
