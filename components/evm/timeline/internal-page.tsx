import { internalFeed } from '#components/evm/timeline/feed/internal-feed.ts'
import { server } from '#components/kit/server.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { defineTimeline } from './define-timeline.tsx'
import { InternalTimeline } from './internal-timeline.tsx'
import { firstRows, TimelinePage, timelinePageSize } from './timeline-page.tsx'

export const { entry, generateMetadata, Page } = defineTimeline(
  evmTabPaths.timelineInternal,
  'internal',
  'evmInternalTransfers',
  (page) => (
    <TimelinePage kind="internal" page={page}>
      {async (question) => {
        const { explorer } = (await server()).evm
        const first = await firstRows(internalFeed, explorer, question)
        return <InternalTimeline {...question} pageSize={timelinePageSize} first={first} />
      }}
    </TimelinePage>
  ),
)
