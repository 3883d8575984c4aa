import { indexCoverage } from '#components/aptos/parts/coverage/index-coverage.ts'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** That there may be more than is known: the index begins in the middle of the ledger. Nothing where it begins at the start. */
export const indexBegins = (status: AptosStatus | undefined): string | undefined => {
  const coverage = status && indexCoverage(status)
  if (!coverage || !('isFromTheMiddle' in coverage) || !coverage.isFromTheMiddle) return undefined
  return `Versions before ${groupedNumber(coverage.first)} are not indexed.`
}
