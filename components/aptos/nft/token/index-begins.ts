import { indexCoverage } from '#components/aptos/parts/coverage/index-coverage.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/**
 * A note that earlier activity may be missing, because the index starts in the middle of the ledger. Undefined if it
 * starts at the beginning.
 */
export const indexBegins = (status: AptosStatus | undefined): string | undefined => {
  const coverage = status && indexCoverage(status)
  if (!coverage || !('isFromTheMiddle' in coverage) || !coverage.isFromTheMiddle) return undefined
  return `Versions before ${groupedNumber(coverage.first)} are not indexed.`
}
