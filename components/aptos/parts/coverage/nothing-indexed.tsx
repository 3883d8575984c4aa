import { EmptyState, NotIndexedState } from '#components/ui/states/state.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { indexCoverage } from './index-coverage.ts'

/** An empty list: either there are no rows, or they are not indexed. The two are never confused. */
export const NothingIndexed = ({
  status,
  noun,
  isFiltered = false,
  certain,
}: {
  status: AptosStatus | undefined
  /** The plural noun: `transfers`. */
  noun: string
  isFiltered?: boolean
  /** The text if the whole ledger is indexed. */
  certain: string
}) => {
  const coverage = status && indexCoverage(status)
  if (coverage?.state === 'empty')
    return (
      <NotIndexedState title="This network is not indexed yet">
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
