import type { Metadata } from 'next'
import { labelChains } from '#components/family-chains.ts'
import { pageAsk } from '#components/kit/server.ts'
import { LabelsView } from '#components/labels/labels-view.tsx'
import { InBrowser } from '#components/ui/loading/in-browser.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Labels',
  description: 'Your own names for addresses, tokens and transactions, and your watch list. They stay in your browser.',
}

export default async function LabelsPage() {
  const chains = await labelChains(await pageAsk())
  return (
    <>
      <PageTitle kind="Labels">
        <span className="text-muted">
          Your own names for addresses, tokens and transactions, kept in this browser. To add one, press the tag beside
          an address on its page.
        </span>
      </PageTitle>
      <noscript>
        <p className="mb-4 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
          Labels are kept in your browser, which requires JavaScript.
        </p>
      </noscript>
      <InBrowser place={<Skeleton className="h-64 w-full rounded-xl" />}>
        <LabelsView titles={Object.fromEntries(chains.map(({ chain, title }) => [chain, title]))} />
      </InBrowser>
    </>
  )
}
