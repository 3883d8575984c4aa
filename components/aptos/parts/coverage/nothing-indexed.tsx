import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
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
        {coverage.error ?? 'The worker has not stored a version yet. This page updates automatically.'}
      </NotIndexedState>
    )
  const index = status?.index
  if (index?.index_complete === false)
    return (
      <NotIndexedState
        title={
          isFiltered ? `No ${noun} in the indexed versions match these filters` : `No ${noun} in the indexed versions`
        }
      >
        {index.coverage_note}
      </NotIndexedState>
    )
  if (isFiltered)
    return <EmptyState title={`No ${noun} match these filters`}>Widen or clear the filters above.</EmptyState>
  if (coverage?.state === 'hosted')
    return <EmptyState title={`No ${noun} listed`}>The hosted service returned none.</EmptyState>
  return <EmptyState title={`No ${noun}`}>{certain}</EmptyState>
}
