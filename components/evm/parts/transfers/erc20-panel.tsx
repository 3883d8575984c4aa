import type { ReactNode } from 'react'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import type { List as ListOf } from '#components/kit/define-list.ts'
import type { ListAnswer as Listed } from '#components/kit/list-page.ts'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { type Erc20Name, erc20Fields } from './erc20-filters.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'

/** ERC20 transfers, approvals or burns with their filters: of a whole chain, one wallet or one token. */
export const Erc20Panel = <Item, Row extends TransferLine, Input extends RawParameters>({
  page,
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
  List: (props: ListViewProps<Row, TransferView, Input>) => ReactNode
}) => (
  <EvmListPanel
    page={page}
    title={title}
    noun={title}
    certain={certain}
    isWhole={isWhole}
    fields={erc20Fields.filter(({ name }) => names.some((one) => one === name))}
    filterTitle="Filter"
    question={question}
    answer={answer}
    list={list}
    List={List}
    view={{ chain: page.state.chain, wallet }}
  />
)
