import type { ReactNode } from 'react'
import { findServedChain, servedChains } from '#components/evm/served-chains.ts'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { findChain } from '#lib/evm/contract/chains.ts'
import { chainSegment } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

/** Answers for chains that are known and not served, so that the pages below always have one. */
export default async function ChainLayout({
  params,
  children,
}: {
  params: Promise<{ chain: string }>
  children: ReactNode
}) {
  const segment = decodeURIComponent((await params).chain)
  const { explorer } = (await systems()).evm
  if (await findServedChain(explorer, segment)) return children
  const known = findChain(segment)
  const served = await servedChains(explorer)
  const title = known?.title ?? segment
  return (
    <>
      <PageTitle kind={title} />
      <NotIndexedState
        title={`${title} is not served here`}
        action={served.map(({ chain, title }) => (
          <Link key={chain} href={`/${chainSegment(chain)}`} className="text-accent hover:underline">
            {title}
          </Link>
        ))}
      >
        Set <code className="font-mono">NODE_URL_{known?.variable}</code> to the URL of a node and start Spyglass again.
      </NotIndexedState>
    </>
  )
}
