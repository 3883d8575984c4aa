import { blockQuestions } from '#components/evm/frames/block/block-question.ts'
import { blockParams } from '#components/evm/parts/params.ts'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { BlockNftTransfers } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.blockNftTransfers,
  kind: 'NFT transfers',
  of: 'Block',
  params: blockParams,
  questions: async ({ ask, chain, block, part }) => {
    const { questions, listed } = await blockQuestions(ask, chain, block)
    return { transfers: callTo(nftEndpoints.blockNftTransfers, { ...listed, ...part(pageSize) }), ...questions }
  },
  list: ['transfers'],
  about: async ({ state, block }, answers) => {
    if ((await answers.transfers).data?.block_exists === false)
      throw new ServiceError('not_found', 'There is no such block.')
    const name = (await answers.block).data?.block_number ?? shortText(block)
    return {
      title: name,
      place: state.title,
      summary: `NFT transfers in block ${name} of ${state.title}.`,
    }
  },
  body: ({ chain, questions, answers }) => (
    <ListPanel
      title="NFT activity"
      question={questions.transfers}
      answer={answers.transfers}
      list={nftTransferList}
      List={BlockNftTransfers}
      view={{ chain }}
      constant={['age']}
      nothing={(data) => <NoNftMoved {...data} />}
    />
  ),
})

const NoNftMoved = ({ block_exists, index_complete }: { block_exists: boolean; index_complete: boolean }) => {
  if (!block_exists) return <NotIndexedState title="Block not found">This block does not exist yet.</NotIndexedState>
  if (!index_complete)
    return (
      <NotIndexedState title="This block is not indexed yet">
        Its NFT transfers will appear once it is indexed.
      </NotIndexedState>
    )
  return <EmptyState title="No NFT transfers">No NFTs were minted, transferred or burned in this block.</EmptyState>
}
