import { blockQuestions } from '#components/evm/frames/block/block-frame.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { blockPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { bodyListEndpoints } from '#lib/evm/block/lists-contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { blobList } from './blob-list.tsx'
import { BlobTransactions } from './blob-transactions.tsx'

type Left = { blocks_left: number } | undefined

/** Why rows may be missing although their blocks are indexed. */
const sentence = (noun: string, { blocks_left }: { blocks_left: number }): string =>
  `The ${noun} of ${counted(blocks_left, 'block')} are not listed: an earlier version of Spyglass indexed ${blocks_left === 1 ? 'it' : 'them'} without. ` +
  'The pages of these blocks still have them, from a node.'

/** The state of a chain as lists of bodies report it. */
export const bodyState = (state: EvmChainState, noun: string, data: Left): EvmChainState =>
  data && data.blocks_left > 0 ? { ...state, index_complete: false, coverage_note: sentence(noun, data) } : state

export const BodyNote = ({ noun, data }: { noun: string; data: Left }) =>
  data &&
  data.blocks_left > 0 && <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{sentence(noun, data)}</p>

const pageSize = 50

/** The transactions of a block that carry blobs. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.blockBlobs,
  kind: 'Blob transactions',
  of: 'Block',
  place: blockPlace,
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
