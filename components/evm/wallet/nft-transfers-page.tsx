import { FaultState } from '#components/chain/fault-state.tsx'
import { boundFields, type FilterField, FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { boundNames, withFilters } from '#lib/format/filters.ts'
import { aboutTab } from './about-tab.ts'
import { frameQuestions } from './wallet-questions.ts'
import { WalletNftTransfers } from './wallet-transfer-pages.tsx'

const pageSize = 50
/** Its values are the interface's: which side of the transfer the wallet is on. */
const fields: readonly FilterField[] = [
  ...boundFields,
  {
    name: 'direction',
    title: 'Direction',
    choices: [
      ['both', 'In and out'],
      ['to', 'In'],
      ['from', 'Out'],
    ],
  },
]

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletNftTransfers,
  kind: 'NFT transfers',
  of: 'Wallet',
  filters: [...boundNames, 'direction'],
  place: addressPlace,
  questions: ({ state, chain, address, filters: { direction: side, ...bounds }, part }) => {
    const direction: 'from' | 'to' | 'both' = side === 'from' || side === 'to' ? side : 'both'
    return {
      transfers: evmCall('walletNftTransfers', { chain, address, ...bounds, direction, ...part(pageSize) }),
      ...frameQuestions(state, address),
    }
  },
  list: ['transfers'],
  about: (page) => aboutTab('NFT transfers', page),
  body: async ({ state, chain, address, filters, path, questions, answers }) => {
    const { data, fault } = await answers.transfers
    return (
      <Panel aria-label="NFT transfers">
        <FilterForm
          action={path}
          fields={fields}
          values={filters}
          faults={fault?.details}
          title="Filter"
          aside={<ListTools title="NFT transfers" call={questions.transfers} hasFailed={fault !== undefined} />}
        />
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <WalletNftTransfers
            key={withFilters(path, filters)}
            input={questions.transfers.input}
            first={firstPage(nftTransferList, data)}
            view={{ chain, wallet: address }}
          >
            <NothingListed
              state={state}
              noun="NFT transfers"
              isFiltered={Object.keys(filters).length > 0}
              certain="This wallet has no NFT transfers."
            />
          </WalletNftTransfers>
        )}
      </Panel>
    )
  },
})
