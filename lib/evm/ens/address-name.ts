import type { Service } from '#lib/api/endpoint.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { addressNameEndpoints } from './contract.ts'
import { nameFacts } from './name-facts.ts'

/** The ENS name of an address, whatever its state. */
export const addressNameQuery =
  ({ names }: EvmQueryContext): Service<typeof addressNameEndpoints>['evmAddressName'] =>
  async ({ address }, call) => {
    if (!names) return { status: 'off', name: null }
    const known = await names.nameOf(address, { signal: call?.signal })
    if (!known) return { status: known === null ? 'none' : 'pending', name: null }
    return { status: 'known', name: { name: known.name, ...nameFacts(known) } }
  }
