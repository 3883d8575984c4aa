import type { WalletName } from '#lib/evm/query/name-port.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The fields of an ENS name in responses. */
export const nameFacts = ({ isExpired, expiresAt, warning, blockNumber, readAt }: WalletName) => ({
  is_expired: isExpired,
  expires_at: expiresAt === null ? null : isoOf(expiresAt),
  warning,
  block_number: String(blockNumber),
  read_at: isoOf(readAt),
})
