import { redirect } from 'next/navigation'
import { FaultState } from '#components/chain/fault-state.tsx'
import { blockFields, FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { SyncNotice } from '#components/evm/parts/coverage/sync-notice.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { ContractNftTransfers } from '#components/evm/parts/transfers/contract-nft-transfers.tsx'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import { nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { withFilters } from '#lib/format/filters.ts'
import { aboutToken } from './about-token.ts'
import { headQuestions } from './token-questions.ts'

const pageSize = 50
const fields = [...blockFields, { name: 'token_id', title: 'Only this token', placeholder: 'token id' }]

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenTransfers,
  kind: 'Transfers',
  of: 'Token',
  filters: ['from_block', 'to_block', 'token_id'],
  place: addressPlace,
  questions: ({ state, chain, address, filters, part }) => ({
    transfers: evmExplorerCall('evmCollectionTransfers', { chain, address, ...filters, ...part(pageSize) }),
    ...headQuestions(state, address),
  }),
  list: ['transfers'],
  about: (page, answers) => aboutToken(page, answers),
  body: async ({ state, chain, address, filters, path, questions, answers }) => {
    const collection = (await answers.collection)?.data
    // A coin's transfers are its front page.
    if (collection?.contract_type === 'ERC20') redirect(evmPaths.token({ chain, address }))
    const { data, fault } = await answers.transfers
    const isGrowing = collection?.status === 'SYNCING' || collection?.status === 'QUEUED'
    return (
      <Panel aria-label="Transfers">
        <FilterForm
          action={path}
          title="Filter"
          fields={fields}
          values={filters}
          faults={fault?.details}
          aside={<ListTools title="Transfers" call={questions.transfers} hasFailed={fault !== undefined} />}
        />
        {isGrowing && <SyncNotice />}
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <ContractNftTransfers
            key={withFilters(path, filters)}
            input={questions.transfers.input}
            first={firstPage(nftTransferList, data)}
            view={{ chain, ...(collection && { token: listedToken(collection) }) }}
            isGrowing={isGrowing}
          >
            <NothingListed
              state={state}
              noun="transfers"
              isFiltered={Object.keys(filters).length > 0}
              certain="This contract has no NFT transfers."
              isWhole={collection?.status === 'SYNCED'}
            />
          </ContractNftTransfers>
        )}
      </Panel>
    )
  },
})
