import { blockFields } from '#components/chain/filter-form.tsx'
import { SyncNotice } from '#components/evm/parts/coverage/sync-notice.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { ContractNftTransfers } from '#components/evm/parts/transfers/contract-nft-transfers.tsx'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import { nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
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
  // An ERC20 token's transfers are on its first page.
  redirectTo: async ({ chain, address }, answers) =>
    (await answers.collection)?.data?.contract_type === 'ERC20' ? evmPaths.token({ chain, address }) : undefined,
  body: async (page) => {
    const { chain, questions, answers } = page
    const collection = (await answers.collection)?.data
    const isGrowing = collection?.status === 'SYNCING' || collection?.status === 'QUEUED'
    return (
      <EvmListPanel
        page={page}
        title="Transfers"
        noun="transfers"
        certain="This contract has no NFT transfers."
        isWhole={collection?.status === 'SYNCED'}
        fields={fields}
        filterTitle="Filter"
        notice={() => isGrowing && <SyncNotice />}
        question={questions.transfers}
        answer={answers.transfers}
        list={nftTransferList}
        List={ContractNftTransfers}
        view={{ chain, ...(collection && { token: listedToken(collection) }) }}
        isGrowing={isGrowing}
      />
    )
  },
})
