import { ServiceError } from '#lib/api/errors.ts'
import type { AptosLedger } from './ledger.ts'

/** How the caller identified a block. */
export type BlockName = { by: 'height' | 'version'; number: number | string }

/**
 * The error for a block that the node lacks: not produced yet (`unknown`, 404), or pruned (`pruned`, other sources may
 * have it).
 */
export const missingBlock = (
  { by, number }: BlockName,
  missing: 'unknown' | 'pruned',
  ledger: AptosLedger,
): ServiceError => {
  const what = by === 'height' ? `block ${number}` : `version ${number}`
  const [newest, oldest] =
    by === 'height' ? [ledger.newestHeight, ledger.oldestHeight] : [ledger.newestVersion, ledger.oldestVersion]
  if (missing === 'unknown') return new ServiceError('not_found', `Aptos has no ${what} yet: the newest is ${newest}.`)
  return new ServiceError(
    'not_available',
    `The Aptos node no longer keeps ${what}: the oldest it has is ${oldest}. An archive node or a hosted source has it.`,
  )
}
