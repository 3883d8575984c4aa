import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import type { FilterField } from '#components/chain/filter-form.tsx'
import type { ListAnswer as Listed } from '#components/kit/list-page.ts'
import { ListPanel, type ListPanelProps } from '#components/kit/list-panel.tsx'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'

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
