import { transactionFeed } from '#components/evm/timeline/feed/transaction-feed.ts'
import { server } from '#components/kit/server.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { defineTimeline } from './define-timeline.tsx'
import { firstRows, TimelinePage, timelinePageSize } from './timeline-page.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'

export const { entry, generateMetadata, Page } = defineTimeline(
  evmPaths.timeline,
  'transactions',
  'walletTransactions',
  (page) => (
    <TimelinePage kind="transactions" page={page}>
      {async (question) => {
        const { client } = (await server()).evm
        const first = await firstRows(transactionFeed, client, question)
        return <TransactionTimeline {...question} pageSize={timelinePageSize} first={first} />
      }}
    </TimelinePage>
  ),
)
