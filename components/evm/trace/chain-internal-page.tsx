import { boundFields } from '#components/chain/filter-form.tsx'
import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { chainInternalList } from '#components/evm/parts/internal/chain-internal-list.ts'
import { ChainInternalTransfers } from '#components/evm/parts/internal/chain-internal-transfers.tsx'
import { tracedState, UntracedNote } from '#components/evm/parts/internal/untraced-note.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { internalTransferEndpoints } from '#lib/evm/trace/internal-contract.ts'
import { boundNames } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'

const pageSize = 50

/** The native coin that contracts of a chain moved. Where it is not indexed, the answer says what the operator can set. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.internalTransfers,
  kind: 'Internal transfers',
  filters: boundNames,
  params: chainParams,
  questions: ({ chain, filters, part }) => ({
    transfers: callTo(internalTransferEndpoints.evmChainInternalTransfers, { chain, ...filters, ...part(pageSize) }),
  }),
  list: ['transfers'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Transfers of the native coin by contracts on ${place}, newest first.`,
  }),
  body: (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    return (
      <>
        <ChainListTitle state={state} kind="Internal transfers" />
        <EvmListPanel
          page={{ ...page, state: tracedState(state) }}
          title="Internal transfers"
          noun="internal transfers"
          certain="No contract of this chain moved the native coin."
          fields={boundFields}
          filterTitle="Filter"
          aside={() => isLive && <LiveSwitch />}
          notice={() => <UntracedNote state={state} />}
          question={questions.transfers}
          answer={answers.transfers}
          list={chainInternalList}
          List={ChainInternalTransfers}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
