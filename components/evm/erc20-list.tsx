import type { ComponentType } from 'react'
import { type Answer as Answered, ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import type { List as ListOf } from '#components/kit/define-list.ts'
import { type FirstPage, firstPage } from '#components/kit/first-page.ts'
import type { Answer } from '#components/kit/list-page.ts'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { type SearchParams, withFilters } from '#lib/format/filters.ts'
import { type Erc20Input, erc20Fields, erc20Input, erc20Names } from './erc20-filters.ts'
import { evmExport } from './evm-exports.ts'
import { NothingListed } from './nothing-listed.tsx'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'

/** E8, E10 or E11 with its filters in the URL: of a whole chain, one wallet or one token. */
export const Erc20List = async <Item, Row extends TransferLine>({
  state,
  path,
  query,
  title,
  certain,
  isWhole,
  wallet,
  contract,
  endpoint,
  list,
  askFor,
  unfiltered,
  List,
}: {
  state: EvmChainState
  /** The page's own address, without filters. */
  path: string
  query: SearchParams
  title: string
  /** What is so when the whole chain is indexed and nothing is found. */
  certain: string
  /** Set where the contract has its whole history. */
  isWhole?: boolean
  /** Only of this wallet. */
  wallet?: string
  /** Only of this token. */
  contract?: string
  endpoint: 'erc20Transfers' | 'erc20Approvals' | 'erc20Burns'
  list: ListOf<Item, Row, TransferView>
  askFor: (input: Erc20Input) => Promise<Answer<Item>>
  /** The first page without filters, where the page has it for another part: it is asked for and sent once. */
  unfiltered?: FirstPage<Row>
  List: ComponentType<ListViewProps<Row, TransferView, Erc20Input>>
}) => {
  const fixed = { ...(wallet && { wallet_addresses: [wallet] }), ...(contract && { contract_addresses: [contract] }) }
  const isFixed = (name: string) => name in fixed || (contract !== undefined && name === 'exclude_contracts')
  const names = erc20Names.filter((name) => !isFixed(name))
  const filters = canonicalFilters(path, query, names)
  const input = { ...erc20Input(state.chain, filters), ...fixed }
  const isFiltered = Object.keys(filters).length > 0
  const known = isFiltered ? undefined : unfiltered
  const { data, fault }: Partial<Answered<Answer<Item>>> = known ? {} : await ask(askFor(input))
  const first = known ?? (data && firstPage(list, data))
  return (
    <Panel aria-label={title}>
      <FilterForm
        action={path}
        title="Filter"
        fields={erc20Fields.filter(({ name }) => !isFixed(name))}
        values={filters}
        faults={fault?.details}
        aside={
          <>
            {!fault && <ExportButton list={evmExport(endpoint, input)} />}
            <SourceLink title={title} call={evmCall(endpoint, input)} />
          </>
        }
      />
      {fault && <FaultState {...fault} />}
      {first && (
        <List key={withFilters(path, filters)} input={input} first={first} view={{ chain: state.chain, wallet }}>
          <NothingListed state={state} noun={title} isFiltered={isFiltered} certain={certain} isWhole={isWhole} />
        </List>
      )}
    </Panel>
  )
}
