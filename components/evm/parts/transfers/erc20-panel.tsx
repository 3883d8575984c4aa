import type { ReactNode } from 'react'
import type { FilterField } from '#components/chain/filter-form.tsx'
import { blockFields, boundFields } from '#components/chain/filter-form.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { dealingFields, spamField } from '#components/evm/parts/lists/filter-fields.ts'
import type { List as ListOf } from '#components/kit/define-list.ts'
import type { ListAnswer as Listed } from '#components/kit/list-page.ts'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import type { RawInput } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'
import { listOf } from '#lib/format/filters.ts'
import type { PageContext } from '#lib/pages/page-definition.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'

/** The API's filters of ERC20 transfers, approvals and burns. */
export const erc20Names = [
  'from_block',
  'to_block',
  'contract_addresses',
  'exclude_contracts',
  'wallet_addresses',
  'exclude_wallets',
] as const

/** Those of transfers that only the index has. */
const searchedNames = ['direction', 'counterparty', 'min_amount', 'hide_spam', 'from_date', 'to_date'] as const

export type Erc20Name = (typeof erc20Names)[number] | (typeof searchedNames)[number]

const addresses = (name: Erc20Name, title: string): FilterField => ({
  name,
  title,
  placeholder: '0x…, separated by commas',
  isWide: true,
})

/** Filters of a wallet page or token page, without the one for the page's own subject. */
export const walletErc20Names = erc20Names.filter((name) => name !== 'wallet_addresses')
const tokenErc20Names = erc20Names.filter((name) => name !== 'contract_addresses' && name !== 'exclude_contracts')

/** Only a wallet's rows have a direction. */
const undirectedNames = ['min_amount', 'hide_spam', 'from_date', 'to_date'] as const

export const erc20TransferNames: readonly Erc20Name[] = [...erc20Names, ...undirectedNames]
export const walletErc20TransferNames: readonly Erc20Name[] = [...walletErc20Names, ...searchedNames]
export const tokenErc20TransferNames: readonly Erc20Name[] = [...tokenErc20Names, ...undirectedNames]

const listFields: readonly FilterField[] = [
  addresses('contract_addresses', 'Only these tokens'),
  addresses('exclude_contracts', 'Not these tokens'),
  addresses('wallet_addresses', 'Only these wallets'),
  addresses('exclude_wallets', 'Not these wallets'),
]

export const erc20Fields: readonly FilterField[] = [...blockFields, ...listFields]

/** The amount is of the one token that the page is about, or that `contract_addresses` names. */
export const erc20TransferFields: readonly FilterField[] = [
  ...dealingFields,
  { name: 'min_amount', title: 'Amount of at least (of one token)', placeholder: '0.5' },
  spamField('Zero value, dust and spam'),
  ...boundFields,
  ...listFields,
]

const pageSize = 50

const listNames = ['contract_addresses', 'exclude_contracts', 'wallet_addresses', 'exclude_wallets'] as const
type ListName = (typeof listNames)[number]
type Only = Partial<Record<ListName, string[]>>
type Page = Pick<PageContext<Erc20Name>, 'filters' | 'part'> & { chain: string }

type Erc20Input = { chain: string; limit: string | number; from_block?: string; to_block?: string } & Only

/** The page's filters as parameters of the interface; the API reports invalid ones. */
export const erc20Input = ({ chain, filters, part }: Page, only: Only = {}): Erc20Input => {
  const input: Erc20Input = { chain, ...part(pageSize), ...only }
  for (const [name, text] of Object.entries(filters)) {
    if (name === 'from_block' || name === 'to_block') input[name] = text
    for (const list of listNames) if (name === list && !(list in only)) input[list] = listOf(text)
  }
  return input
}

/** The same with the filters that only the index has; undefined without one of them. */
export const foundErc20Input = (
  page: Page,
  only: Only = {},
): RawInput<EvmExplorerApi['evmErc20Transfers']> | undefined => {
  const given = searchedNames.flatMap((name) => (page.filters[name] === undefined ? [] : [[name, page.filters[name]]]))
  return given.length === 0 ? undefined : { ...erc20Input(page, only), ...Object.fromEntries(given) }
}

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
