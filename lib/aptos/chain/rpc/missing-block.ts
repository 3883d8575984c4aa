import { ServiceError } from '#lib/base/errors.ts'
import type { AptosLedger } from './ledger.ts'

/** How the caller identified a block, or a transaction by its version. */
export type BlockName = { by: 'height' | 'version'; number: number | string; isBlock?: boolean }

/**
 * The error for a block or version that the node lacks: not produced yet (`unknown`, 404), pruned, or missing from the range that
 * the node reports (503: other sources may have it).
 */
export const missingBlock = (
  { by, number, isBlock = by === 'height' }: BlockName,
  missing: 'unknown' | 'pruned',
  ledger: AptosLedger,
): ServiceError => {
  const what = by === 'height' ? `block ${number}` : `version ${number}`
  const [newest, oldest] =
    by === 'height' ? [ledger.newestHeight, ledger.oldestHeight] : [ledger.newestVersion, ledger.oldestVersion]
  if (oldest <= Number(number) && Number(number) <= newest)
    return new ServiceError(
      'not_available',
      `The Aptos node lacks ${isBlock && by === 'version' ? `the block of ${what}` : what}, although it reports that it has ` +
        `${oldest} to ${newest}. An archive node or a hosted source may have it.`,
    )
  if (missing === 'unknown') return new ServiceError('not_found', `Aptos has no ${what} yet: the newest is ${newest}.`)
  return new ServiceError(
    'not_available',
    `The Aptos node no longer keeps ${what}: the oldest it has is ${oldest}. An archive node or a hosted source has it.`,
  )
}
