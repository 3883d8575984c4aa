import { blockQuestions } from '#components/evm/frames/block/block-question.ts'
import { chainInternalList } from '#components/evm/parts/internal/chain-internal-list.ts'
import { ChainInternalTransfers } from '#components/evm/parts/internal/chain-internal-transfers.tsx'
import { tracedState } from '#components/evm/parts/internal/untraced-note.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { blockParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { internalTransferEndpoints } from '#lib/evm/trace/internal-contract.ts'
import { callTo } from '#lib/pages/question.ts'

const pageSize = 50

/** The native coin that contracts moved in a block. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.blockInternal,
  kind: 'Internal transfers',
  of: 'Block',
  params: blockParams,
  subject: 'block',
  questions: async ({ ask, chain, block, part }) => {
    const { questions, number } = await blockQuestions(ask, chain, block)
    const bounds = { from_block: number, to_block: number }
    return {
      transfers: callTo(internalTransferEndpoints.evmChainInternalTransfers, { chain, ...bounds, ...part(pageSize) }),
      ...questions,
    }
  },
  list: ['transfers'],
  about: async ({ state, block }, answers) => {
    const name = (await answers.block).data?.block_number ?? shortText(block)
    return {
      title: name,
      place: state.title,
      summary: `Transfers of the native coin by contracts in block ${name} of ${state.title}.`,
    }
  },
  body: (page) => (
    <EvmListPanel
      page={{ ...page, state: tracedState(page.state) }}
      title="Internal transfers"
      noun="internal transfers"
      certain="No contract moved the native coin in this block."
      question={page.questions.transfers}
      answer={page.answers.transfers}
      list={chainInternalList}
      List={ChainInternalTransfers}
      view={{ state: page.state, isLive: false }}
    />
  ),
})
