import type { WalletName } from '#lib/evm/query/name-port.ts'
import { nameWarning } from './name-warning.ts'
import type { StoredName } from './stored-names.ts'

/** The name as it is shown at `now`; null for an address without one. */
export const walletName = (
  { name, expiresAt, blockNumber, readAt }: Omit<StoredName, 'dueAt'>,
  now: number,
): WalletName | null => {
  if (name === null) return null
  const endsAt = expiresAt === null ? null : expiresAt * 1_000
  const isExpired = endsAt !== null && endsAt <= now
  return { name, isExpired, expiresAt: endsAt, warning: nameWarning(name), blockNumber, readAt }
}
