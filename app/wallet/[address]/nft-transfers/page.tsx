import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { firstRows, timelinePageSize } from '#components/evm/timeline/first-rows.ts'
import { nftFeed } from '#components/evm/timeline/nft-feed.ts'
import { NftTimeline } from '#components/evm/timeline/nft-timeline.tsx'
import { timelineMetadata } from '#components/evm/timeline/timeline-metadata.ts'
import { TimelinePage } from '#components/evm/timeline/timeline-page.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the chains are asked with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  timelineMetadata('nft', (await params).address)

export default async function WalletNftTransfersPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  return (
    <TimelinePage evm={evm} kind="nft" address={address} query={query}>
      {async (question) => {
        const first = await firstRows(nftFeed, evm.client, question)
        return <NftTimeline {...question} pageSize={timelinePageSize} first={first} />
      }}
    </TimelinePage>
  )
}
