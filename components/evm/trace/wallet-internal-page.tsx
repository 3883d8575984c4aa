import { boundFields } from '#components/chain/filter-form.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { tracedState, UntracedNote } from '#components/evm/parts/internal/untraced-note.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { coinField, dealingFields } from '#components/evm/parts/lists/filter-fields.ts'
import { SearchedBlocks } from '#components/evm/parts/lists/searched-blocks.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { internalTransferEndpoints } from '#lib/evm/trace/internal-contract.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import { boundNames } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { internalTransferList } from './internal-list.ts'
import { InternalTransfers } from './internal-transfers.tsx'

const pageSize = 50
const searchedNames = ['direction', 'counterparty', 'min_value'] as const

/** The native coin that contracts moved. Where it is not indexed, the answer says what the operator can set. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletInternal,
  kind: 'Internal transfers',
  of: 'Address',
  filters: [...searchedNames, ...boundNames],
  params: addressParams,
  questions: ({ state, chain, address, filters: { min_value, direction, ...filters }, part }) => ({
    transfers: callTo(internalTransferEndpoints.evmInternalTransfers, {
      ...{ chain, address, ...filters, ...part(pageSize) },
      ...(direction !== undefined && { direction: direction as 'in' }),
      ...(min_value !== undefined && { min_value: wholeAmount(min_value, state.decimals) ?? min_value }),
    }),
    ...frameQuestions(state, address),
  }),
  list: ['transfers'],
  about: (page) => aboutTab('Internal transfers', page),
  body: (page) => {
    const { state, chain, address } = page
    return (
      <EvmListPanel
        page={{ ...page, state: tracedState(state) }}
        title="Internal transfers"
        noun="internal transfers"
        certain="No contract sent this address native coin, and it sent none as a contract."
        fields={[...dealingFields, coinField(state.symbol), ...boundFields]}
        filterTitle="Filter"
        question={page.questions.transfers}
        answer={page.answers.transfers}
        list={internalTransferList}
        List={InternalTransfers}
        view={{ chain, wallet: address, symbol: state.symbol, decimals: state.decimals }}
        notice={(found) => (
          <>
            <UntracedNote state={state} />
            <SearchedBlocks found={found} />
          </>
        )}
      />
    )
  },
})
