import type { ComponentType, ReactNode } from 'react'
import { ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { type SearchParams, withFilters } from '#lib/format/filters.ts'
import { type Erc20Input, erc20Fields, erc20Input, erc20Names } from './erc20-filters.ts'
import { evmExport } from './evm-exports.ts'
import { NothingListed } from './nothing-listed.tsx'

type ListProps<Page> = { chain: string; input: Erc20Input; first: Page; wallet?: string; children: ReactNode }

/** E8, E10 or E11 with its filters in the URL: of a whole chain, one wallet or one token. */
export const Erc20List = async <Page,>({
  state,
  path,
  query,
  title,
  certain,
  isWhole,
  wallet,
  contract,
  list,
  askFor,
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
  /** Which list of the interface it is. */
  list: 'erc20Transfers' | 'erc20Approvals' | 'erc20Burns'
  askFor: (input: Erc20Input) => Promise<Page>
  List: ComponentType<ListProps<Page>>
}) => {
  const fixed = { ...(wallet && { wallet_addresses: [wallet] }), ...(contract && { contract_addresses: [contract] }) }
  const isFixed = (name: string) => name in fixed || (contract !== undefined && name === 'exclude_contracts')
  const names = erc20Names.filter((name) => !isFixed(name))
  const filters = canonicalFilters(path, query, names)
  const input = { ...erc20Input(state.chain, filters), ...fixed }
  const { data, fault } = await ask(askFor(input))
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
            {!fault && <ExportButton list={evmExport(list, input)} />}
            <SourceLink title={title} call={evmCall(list, input)} />
          </>
        }
      />
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <List key={withFilters(path, filters)} chain={state.chain} input={input} first={data} wallet={wallet}>
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
