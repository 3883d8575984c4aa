import type { Metadata } from 'next'
import { servedChains } from '#components/evm/parts/chain-of.ts'
import { pageAsk } from '#components/kit/server.ts'
import { LabelsView } from '#components/labels/labels-view.tsx'
import { InBrowser } from '#components/ui/in-browser.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { pathSegment } from '#lib/api/page-path.ts'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Labels',
  description: 'Your own names for addresses, tokens and transactions, and what you watch. They stay in your browser.',
}

export default async function LabelsPage() {
  const chains = (await servedChains(await pageAsk())).map(({ chain, title }) => [pathSegment(chain), title] as const)
  return (
    <>
      <PageTitle kind="Labels">
        <span className="text-muted">
          Your own names for addresses, tokens and transactions, kept in this browser. The tag beside an address on its
          page adds one.
        </span>
      </PageTitle>
      <noscript>
        <p className="mb-4 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
          Labels live in your browser alone, which needs JavaScript.
        </p>
      </noscript>
      <InBrowser place={<Skeleton className="h-64 w-full rounded-xl" />}>
        <LabelsView titles={{ ...Object.fromEntries(chains), aptos: 'Aptos', 'aptos-testnet': 'Aptos testnet' }} />
      </InBrowser>
    </>
  )
}
