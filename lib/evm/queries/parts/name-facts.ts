import type { WalletName } from '#lib/evm/names/wallet-names.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** What responses say of an ENS name. */
export const nameFacts = ({ isExpired, expiresAt, warning, blockNumber, readAt }: WalletName) => ({
  is_expired: isExpired,
  expires_at: expiresAt === null ? null : isoOf(expiresAt),
  warning,
  block_number: String(blockNumber),
  read_at: isoOf(readAt),
})
