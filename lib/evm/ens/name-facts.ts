import type { Service } from '#lib/api/endpoint.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { WalletName } from '#lib/evm/query/name-port.ts'
import type { addressNameEndpoints } from './contract.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The fields of an ENS name in responses. */
export const nameFacts = ({ isExpired, expiresAt, warning, blockNumber, readAt }: WalletName) => ({
  is_expired: isExpired,
  expires_at: expiresAt === null ? null : isoOf(expiresAt),
  warning,
  block_number: String(blockNumber),
  read_at: isoOf(readAt),
})

/** The ENS name of an address, whatever its state. */
export const addressNameQuery =
  ({ names }: EvmQueryContext): Service<typeof addressNameEndpoints>['evmAddressName'] =>
  async ({ address }, call) => {
    if (!names) return { status: 'off', name: null }
    const known = await names.nameOf(address, { signal: call?.signal })
    if (!known) return { status: known === null ? 'none' : 'pending', name: null }
    return { status: 'known', name: { name: known.name, ...nameFacts(known) } }
  }
