import { boundFields } from '#components/chain/filter-form.tsx'
import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { bodyListEndpoints } from '#lib/evm/block/lists-contract.ts'
import { boundNames } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { blobList } from './blob-list.tsx'
import { BlobTransactions } from './blob-transactions.tsx'
import { BodyNote, bodyState } from './body-note.tsx'

const pageSize = 50
const noun = 'blob transactions'

/** The transactions of a chain that carry blobs, by EIP-4844. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.blobs,
  kind: 'Blob transactions',
  filters: boundNames,
  params: chainParams,
  questions: ({ chain, filters, part }) => ({
    blobs: callTo(bodyListEndpoints.evmBlobTransactions, { chain, ...filters, ...part(pageSize) }),
  }),
  list: ['blobs'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Transactions with blobs on ${place}, newest first, and what they paid for them.`,
  }),
  body: async (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    const { data } = await answers.blobs
    return (
      <>
        <ChainListTitle state={state} kind="Blob transactions" />
        <EvmListPanel
          page={{ ...page, state: bodyState(state, noun, data) }}
          title="Blob transactions"
          noun={noun}
          certain="No transaction of this chain carries blobs."
          fields={boundFields}
          filterTitle="Filter"
          aside={() => isLive && <LiveSwitch />}
          notice={(found) => found.result.length > 0 && <BodyNote noun={noun} data={found} />}
          question={questions.blobs}
          answer={answers.blobs}
          list={blobList}
          List={BlobTransactions}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
