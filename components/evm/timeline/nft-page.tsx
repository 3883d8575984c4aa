import { nftFeed } from '#components/evm/timeline/feed/nft-feed.ts'
import { server } from '#components/kit/server.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { defineTimeline } from './define-timeline.tsx'
import { NftTimeline } from './nft-timeline.tsx'
import { firstRows, TimelinePage, timelinePageSize } from './timeline-page.tsx'

export const { entry, generateMetadata, Page } = defineTimeline(
  evmTabPaths.timelineNfts,
  'nft',
  'walletNftTransfers',
  (page) => (
    <TimelinePage kind="nft" page={page}>
      {async (question) => {
        const { client } = (await server()).evm
        const first = await firstRows(nftFeed, client, question)
        return <NftTimeline {...question} pageSize={timelinePageSize} first={first} />
      }}
    </TimelinePage>
  ),
)
