import type { FilterField } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import type { ListAnswer as Listed } from '#components/kit/list-page.ts'
import { ListPanel, type ListPanelProps } from '#components/kit/list-panel.tsx'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'

/** The list of a page with its filters. An empty list says whether rows may be missing because they are not indexed. */
export const EvmListPanel = <Item, Data extends Listed<Item>, Row extends object, View, Input extends RawParameters>({
  page: { state, path, filters },
  fields,
  filterTitle,
  noun,
  certain,
  isWhole,
  ...panel
}: Omit<ListPanelProps<Item, Data, Row, View, Input>, 'filters' | 'nothing'> & {
  page: { state: EvmChainState; path: string; filters: Filters }
  fields?: readonly FilterField[]
  filterTitle?: string
  /** The plural noun: `transactions`. */
  noun: string
  /** The text for an empty list if everything that it covers is indexed. */
  certain: string
  /** Set where the contract has its whole history. */
  isWhole?: boolean
}) => (
  <ListPanel
    {...panel}
    filters={fields && { action: path, title: filterTitle, fields, values: filters }}
    nothing={
      <NothingListed
        state={state}
        noun={noun}
        isFiltered={fields?.some(({ name, isOrder }) => !isOrder && filters[name] !== undefined) ?? false}
        certain={certain}
        isWhole={isWhole}
      />
    }
  />
)
