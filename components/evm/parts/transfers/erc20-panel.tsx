import type { ComponentType } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import type { List as ListOf } from '#components/kit/define-list.ts'
import { firstPage } from '#components/kit/first-page.ts'
import type { Answer as Listed } from '#components/kit/list-page.ts'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { RawParameters } from '#lib/api/raw-input.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { type Filters, withFilters } from '#lib/format/filters.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { type Erc20Name, erc20Fields } from './erc20-filters.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'

/** E8, E10 or E11 with its filters: of a whole chain, one wallet or one token. */
export const Erc20Panel = async <Item, Row extends TransferLine, Input extends RawParameters>({
  page: { state, path, filters },
  names,
  title,
  certain,
  isWhole,
  wallet,
  question,
  answer,
  list,
  List,
}: {
  page: { state: EvmChainState; path: string; filters: Filters<Erc20Name> }
  /** The filters that the page has. */
  names: readonly Erc20Name[]
  title: string
  /** The text for an empty list if the whole chain is indexed. */
  certain: string
  /** Set where the contract has its whole history. */
  isWhole?: boolean
  /** The wallet or token of the page. */
  wallet?: string
  question: Question<Listed<Item>, Input>
  answer: Promise<Answer<Listed<Item>>>
  list: ListOf<Item, Row, TransferView>
  List: ComponentType<ListViewProps<Row, TransferView, Input>>
}) => {
  const { data, fault } = await answer
  return (
    <Panel aria-label={title}>
      <FilterForm
        action={path}
        title="Filter"
        fields={erc20Fields.filter(({ name }) => names.some((one) => one === name))}
        values={filters}
        faults={fault?.details}
        aside={<ListTools title={title} call={question} hasFailed={fault !== undefined} />}
      />
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <List
          key={withFilters(path, filters)}
          input={question.input}
          first={firstPage(list, data)}
          view={{ chain: state.chain, wallet }}
        >
          <NothingListed
            state={state}
            noun={title}
            isFiltered={Object.keys(filters).length > 0}
            certain={certain}
            isWhole={isWhole}
          />
        </List>
      )}
    </Panel>
  )
}
