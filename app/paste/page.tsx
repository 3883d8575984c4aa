import type { Metadata } from 'next'
import { servedChains } from '#components/evm/parts/chain-of.ts'
import { pageAsk } from '#components/kit/server.ts'
import { PasteView } from '#components/paste/paste-view.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Paste anything',
  description: 'Look up many addresses, hashes, blocks and links at once.',
}

export default async function PastePage() {
  const { aptos } = await systems()
  const chains = (await servedChains(await pageAsk())).map(({ chain, title, symbol, decimals }) => ({
    chain,
    title,
    symbol,
    decimals,
  }))
  return (
    <>
      <PageTitle kind="Paste anything" />
      <noscript>
        <p className="mb-4 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
          This page reads the pasted text in your browser, which requires JavaScript. Without it, look up one item at a
          time with the <Link href="/search">search</Link>.
        </p>
      </noscript>
      <PasteView served={{ chains, hasAptos: aptos.isServed }} />
    </>
  )
}
