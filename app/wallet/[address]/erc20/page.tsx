import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { erc20Feed } from '#components/evm/timeline/erc20-feed.ts'
import { Erc20Timeline } from '#components/evm/timeline/erc20-timeline.tsx'
import { firstRows, timelinePageSize } from '#components/evm/timeline/first-rows.ts'
import { timelineMetadata } from '#components/evm/timeline/timeline-metadata.ts'
import { TimelinePage } from '#components/evm/timeline/timeline-page.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the chains are asked with every request. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  timelineMetadata('erc20', (await params).address)

export default async function WalletErc20Page({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  return (
    <TimelinePage evm={evm} kind="erc20" address={address} query={query}>
      {async (question) => {
        const first = await firstRows(erc20Feed, evm.client, question)
        return <Erc20Timeline {...question} pageSize={timelinePageSize} first={first} />
      }}
    </TimelinePage>
  )
}
