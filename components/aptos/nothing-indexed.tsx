import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { indexCoverage } from './index-coverage.ts'

/** Nothing to list: because there is nothing, or because the index does not reach so far. The two are never mixed up. */
export const NothingIndexed = ({
  status,
  noun,
  isFiltered = false,
  certain,
}: {
  status: AptosStatus | undefined
  /** What is listed, in the plural: `transfers`. */
  noun: string
  isFiltered?: boolean
  /** What is so where the whole ledger is indexed. */
  certain: string
}) => {
  const coverage = status && indexCoverage(status)
  if (coverage?.state === 'empty')
    return (
      <NotIndexedState title="Nothing of this network is indexed yet">
        {coverage.error ?? 'The worker has stored no version so far. This page fills by itself as soon as it has.'}
      </NotIndexedState>
    )
  if (coverage?.state === 'behind' || coverage?.state === 'stopped')
    return (
      <NotIndexedState title={`No ${noun} in what is indexed so far`}>
        Version {groupedNumber(coverage.first)} to {groupedNumber(coverage.last)}
        {coverage.head && ` of ${groupedNumber(coverage.head)}`} are indexed: later ones may hold some.
      </NotIndexedState>
    )
  if (isFiltered) return <EmptyState title={`No ${noun} pass these filters`}>Widen or clear them above.</EmptyState>
  if (coverage?.state === 'current' && (coverage.isFromTheMiddle || coverage.gaps > 0))
    return (
      <EmptyState title={`No ${noun} in what is indexed`}>
        None from version {groupedNumber(coverage.first)} on
        {coverage.gaps > 0 && ', but for stretches that are missing'}; what happened before is not indexed here.
      </EmptyState>
    )
  return <EmptyState title={`No ${noun}`}>{certain}</EmptyState>
}
