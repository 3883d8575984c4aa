import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { firstMethods, firstRows, timelinePageSize } from '#components/evm/timeline/first-rows.ts'
import { timelineMetadata } from '#components/evm/timeline/timeline-metadata.ts'
import { TimelinePage } from '#components/evm/timeline/timeline-page.tsx'
import { transactionFeed } from '#components/evm/timeline/transaction-feed.ts'
import { TransactionTimeline } from '#components/evm/timeline/transaction-timeline.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the chains are asked with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  timelineMetadata('transactions', (await params).address)

export default async function WalletTransactionsPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  return (
    <TimelinePage evm={evm} kind="transactions" address={address} query={query}>
      {async (question) => {
        const [first, methods] = await Promise.all([
          firstRows(transactionFeed, evm.client, question),
          firstMethods(evm.client, question),
        ])
        return <TransactionTimeline {...question} pageSize={timelinePageSize} first={first} methods={methods} />
      }}
    </TimelinePage>
  )
}
