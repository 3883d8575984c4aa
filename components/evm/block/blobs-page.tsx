import { blockQuestions } from '#components/evm/frames/block/block-question.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { blockParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { bodyListEndpoints } from '#lib/evm/block/lists-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { blobList } from './blob-list.tsx'
import { BlobTransactions } from './blob-transactions.tsx'
import { bodyState } from './body-note.tsx'

const pageSize = 50

/** The transactions of a block that carry blobs. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.blockBlobs,
  kind: 'Blob transactions',
  of: 'Block',
  params: blockParams,
  subject: 'block',
  questions: async ({ ask, chain, block, part }) => {
    const { questions, number } = await blockQuestions(ask, chain, block)
    const bounds = { from_block: number, to_block: number }
    return {
      blobs: callTo(bodyListEndpoints.evmBlobTransactions, { chain, ...bounds, ...part(pageSize) }),
      ...questions,
    }
  },
  list: ['blobs'],
  about: async ({ state, block }, answers) => {
    const name = (await answers.block).data?.block_number ?? shortText(block)
    return {
      title: name,
      place: state.title,
      summary: `Transactions with blobs in block ${name} of ${state.title}.`,
    }
  },
  body: async (page) => {
    const { data } = await page.answers.blobs
    return (
      <EvmListPanel
        page={{ ...page, state: bodyState(page.state, 'blob transactions', data) }}
        title="Blob transactions"
        noun="blob transactions"
        certain="No transaction of this block carries blobs."
        question={page.questions.blobs}
        answer={page.answers.blobs}
        list={blobList}
        List={BlobTransactions}
        view={{ state: page.state, isLive: false }}
      />
    )
  },
})
