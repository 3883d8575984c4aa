import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { indexCoverage } from '#components/aptos/parts/index-coverage.ts'
import type { FilterField } from '#components/chain/filter-form.tsx'
import type { ListAnswer as Listed } from '#components/kit/list-page.ts'
import { ListPanel, type ListPanelProps } from '#components/kit/list-panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'

/** An empty list: either there are no rows, or they are not indexed. The two are never confused. */
const NothingIndexed = ({
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

/** The list of a page with its filters. An empty list says whether rows may be missing because they are not indexed. */
export const AptosListPanel = <Item, Data extends Listed<Item>, Row extends object, View, Input extends RawParameters>({
  page: { status, network, path, filters },
  fields,
  filterTitle,
  noun,
  certain,
  ...panel
}: Omit<ListPanelProps<Item, Data, Row, View, Input>, 'filters' | 'nothing'> & {
  page: { status: AptosStatus | undefined; network: AptosNetwork; path: string; filters: Filters }
  fields?: readonly FilterField[]
  filterTitle?: string
  /** The plural noun: `transfers`. */
  noun: string
  /** The text for an empty list if the whole ledger is indexed. */
  certain: string
}) => {
  const { network: _, ...values } = filters
  const kept: Record<string, string> = network === 'testnet' ? { network } : {}
  return (
    <ListPanel
      {...panel}
      filters={fields && { action: path, title: filterTitle, fields, values, kept }}
      nothing={
        <NothingIndexed status={status} noun={noun} isFiltered={Object.keys(values).length > 0} certain={certain} />
      }
    />
  )
}
