import { erc20Feed } from '#components/evm/timeline/feed/erc20-feed.ts'
import { server } from '#components/kit/server.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { defineTimeline } from './define-timeline.tsx'
import { Erc20Timeline } from './erc20-timeline.tsx'
import { firstRows, TimelinePage, timelinePageSize } from './timeline-page.tsx'

export const { entry, generateMetadata, Page } = defineTimeline(
  evmTabPaths.timelineErc20,
  'erc20',
  'erc20Transfers',
  (page) => (
    <TimelinePage kind="erc20" page={page}>
      {async (question) => {
        const { client } = (await server()).evm
        const first = await firstRows(erc20Feed, client, question)
        return <Erc20Timeline {...question} pageSize={timelinePageSize} first={first} />
      }}
    </TimelinePage>
  ),
)
