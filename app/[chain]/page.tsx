import type { Metadata } from 'next'
import { ChainCoverage } from '#components/evm/chain-coverage.tsx'
import { ChainStateRow } from '#components/evm/chain-state-row.tsx'
import { HostedChains } from '#components/evm/hosted-chains.tsx'
import { overviewOf } from '#components/evm/overview-of.ts'
import { findServedChain, servedChain } from '#components/evm/served-chains.ts'
import { ChainOverview } from '#components/home/chain-overview.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceBeside } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

/** The newest of the chain, with every request. */
export const dynamic = 'force-dynamic'

type Params = { params: Promise<{ chain: string }> }

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const { evm } = await systems()
  const state = await findServedChain(evm.explorer, decodeURIComponent((await params).chain))
  if (state === undefined) return { title: 'Not served here', robots: { index: false } }
  const { title } = state
  return { title, description: `The newest blocks and transactions of ${title}.` }
}

export default async function ChainPage({ params }: Params) {
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, decodeURIComponent((await params).chain))
  const overview = state.source === 'hosted' ? undefined : await overviewOf(evm.explorer, state.chain)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle tools={<PageToolsButton />} kind={state.title} />
      <nav aria-label="Lists" className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {[
          { title: 'NFT search', href: explorerPath.nftSearch(state.chain) },
          { title: 'ERC20 transfers', href: explorerPath.erc20(state.chain, 'transfers') },
          { title: 'Burns', href: explorerPath.erc20(state.chain, 'burns') },
          { title: 'Approvals', href: explorerPath.erc20(state.chain, 'approvals') },
        ].map(({ title, href }) => (
          <Link key={href} href={href} className="py-1 text-accent hover:underline">
            {title}
          </Link>
        ))}
      </nav>
      <ChainCoverage state={state} />
      <Panel aria-label="State">
        <SourceBeside title="State" call={evmExplorerCall('evmChains', {})}>
          <ul>{overview ? <ChainStateRow state={state} /> : <HostedChains chains={[state]} />}</ul>
        </SourceBeside>
      </Panel>
      {overview ? (
        <ChainOverview state={state} overview={overview} />
      ) : (
        <Panel>
          <EmptyState title={`Look up a wallet or a transaction of ${state.title}`}>
            The latest blocks and transactions need an index of this chain.
          </EmptyState>
        </Panel>
      )}
    </div>
  )
}
