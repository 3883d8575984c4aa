import { boundFields } from '#components/chain/filter-form.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { counted } from '#lib/format/amount.ts'
import { boundNames } from '#lib/format/filters.ts'
import { aboutTab } from './about-tab.ts'
import { internalTransferList } from './internal/internal-list.ts'
import { InternalTransfers } from './internal/internal-transfers.tsx'
import { frameQuestions } from './wallet-questions.ts'

const pageSize = 50

/** The native coin that contracts moved. Where it is not indexed, the answer says what the operator can set. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletInternal,
  kind: 'Internal transfers',
  of: 'Address',
  filters: boundNames,
  place: addressPlace,
  questions: ({ state, chain, address, filters, part }) => ({
    transfers: evmExplorerCall('evmInternalTransfers', { chain, address, ...filters, ...part(pageSize) }),
    ...frameQuestions(state, address),
  }),
  list: ['transfers'],
  about: (page) => aboutTab('Internal transfers', page),
  body: (page) => {
    const { state, chain, address } = page
    const traced = state.internal_transfers
    return (
      <EvmListPanel
        page={{ ...page, state: { ...state, ...traced, error: state.error } }}
        title="Internal transfers"
        noun="internal transfers"
        certain="No contract sent this address native coin, and it sent none as a contract."
        fields={boundFields}
        filterTitle="Filter"
        question={page.questions.transfers}
        answer={page.answers.transfers}
        list={internalTransferList}
        List={InternalTransfers}
        view={{ chain, wallet: address, symbol: state.symbol, decimals: state.decimals }}
        notice={() => traced && <UntracedNote {...traced} />}
      />
    )
  },
})

/** Blocks that are indexed but not traced; of others the page says already that they are not indexed. */
const UntracedNote = ({ blocks_left, error }: NonNullable<EvmChainState['internal_transfers']>) =>
  blocks_left > 0 && (
    <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
      Internal transfers in {counted(blocks_left, 'indexed block')} that {blocks_left === 1 ? 'is' : 'are'} not traced
      yet are missing. {error}
    </p>
  )
