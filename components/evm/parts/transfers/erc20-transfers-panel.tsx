import type { ReactNode } from 'react'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { SearchedBlocks } from '#components/evm/parts/lists/searched-blocks.tsx'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import type { RawInput } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { transferEndpoints } from '#lib/evm/transfers/contract.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { Answers } from '#lib/pages/page-definition.ts'
import { callTo } from '#lib/pages/question.ts'
import { type Erc20Name, erc20Fields, erc20Input, erc20TransferFields, foundErc20Input } from './erc20-panel.tsx'
import { FoundErc20Transfers } from './lazy-found-erc20.tsx'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'
import { erc20TransferList } from './transfer-list.ts'

/** The transfers that the filters let through: of the interface, or found in the index by the filters that only it has. */
export const erc20TransferQuestions = (...asked: Parameters<typeof erc20Input>) => {
  const found = foundErc20Input(...asked)
  return {
    transfers: found ? undefined : callTo(erc20Endpoints.erc20Transfers, erc20Input(...asked)),
    found: found && callTo(transferEndpoints.evmErc20Transfers, found),
  }
}

type Questions = ReturnType<typeof erc20TransferQuestions>

/** ERC20 transfers with their filters: of a whole chain, one wallet or one token. */
export const Erc20TransfersPanel = ({
  page: { questions, answers, ...page },
  names,
  wallet,
  isOneToken = false,
  List,
  ...words
}: {
  page: {
    state: EvmChainState
    path: string
    filters: Filters<Erc20Name>
    questions: Questions
    answers: Pick<Answers<Questions>, keyof Questions>
  }
  /** The filters that the page has. */
  names: readonly Erc20Name[]
  title: string
  /** The text for an empty list if the whole chain is indexed. */
  certain: string
  /** Set where the contract has its whole history. */
  isWhole?: boolean
  /** The wallet of the page. */
  wallet?: string
  /** The page is of one token: its name is not repeated in each row. */
  isOneToken?: boolean
  /** Shows the transfers of the interface. */
  List: (props: ListViewProps<TransferLine, TransferView, RawInput<EvmApi['erc20Transfers']>>) => ReactNode
}) => {
  const shared = {
    ...{ ...words, page, filterTitle: 'Filter', noun: words.title, list: erc20TransferList },
    fields: (page.state.source === 'hosted' ? erc20Fields : erc20TransferFields).filter(({ name }) =>
      names.some((one) => one === name),
    ),
    view: { chain: page.state.chain, wallet, isOneToken },
    constant: isOneToken ? ['token'] : [],
  }
  if (questions.found && answers.found)
    return (
      <EvmListPanel
        {...shared}
        notice={(found) => <SearchedBlocks found={found} />}
        question={questions.found}
        answer={answers.found}
        List={FoundErc20Transfers}
      />
    )
  if (!questions.transfers || !answers.transfers) return null
  return <EvmListPanel {...shared} question={questions.transfers} answer={answers.transfers} List={List} />
}
