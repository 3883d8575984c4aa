import { Suspense } from 'react'
import { chainPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SourceBeside } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { chainEndpoints } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { ChainOverview } from './chain-overview.tsx'
import { ChainStateRow } from './chain-state-row.tsx'
import { HostedChains } from './hosted-chains.tsx'
import { indexState } from './index-state.ts'
import { networkOverviewQuestions } from './overview-of.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.chain,
  kind: 'Chain',
  isSelfNamed: true,
  place: chainPlace,
  questions: ({ state }) => ({ chains: callTo(chainEndpoints.evmChains, {}), ...networkOverviewQuestions(state) }),
  list: ['transactions'],
  about: ({ state }) => {
    const { title, indexed_block } = state
    return {
      title,
      place: title,
      summary: `The newest blocks and transactions on ${title}.`,
      facts: [
        ['State', indexState(state)],
        ['Indexed block', indexed_block === null ? 'not yet' : groupedNumber(indexed_block)],
      ],
    }
  },
  body: async ({ state, chain, questions, answers }) => {
    const overview = async () => {
      const [blocks, transactions, activity] = await Promise.all([
        answers.blocks,
        answers.transactions,
        answers.activity,
      ])
      return <ChainOverview state={state} overview={{ blocks, transactions, activity }} />
    }
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind={state.title} />
        <nav aria-label="Lists" className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {[
            { title: 'Blocks', href: evmPaths.blocks({ chain }) },
            { title: 'Transactions', href: evmPaths.transactions({ chain }) },
            ...(state.source === 'hosted'
              ? []
              : [
                  { title: 'NFT collections', href: evmPaths.nfts({ chain }) },
                  { title: 'Tokens', href: evmPaths.tokens({ chain }) },
                  { title: 'Gas', href: evmTabPaths.gas({ chain }) },
                  { title: 'Events', href: evmTabPaths.events({ chain }) },
                ]),
            { title: 'NFT search', href: evmPaths.nftSearch({ chain }) },
            { title: 'ERC20 transfers', href: evmPaths.erc20Transfers({ chain }) },
            { title: 'Burns', href: evmTabPaths.erc20Burns({ chain }) },
            { title: 'Approvals', href: evmTabPaths.erc20Approvals({ chain }) },
          ].map(({ title, href }) => (
            <Link key={href} href={href} className="py-1 text-accent hover:underline">
              {title}
            </Link>
          ))}
        </nav>
        <Panel aria-label="State">
          <SourceBeside title="State" call={questions.chains}>
            <ul>{state.source === 'hosted' ? <HostedChains chains={[state]} /> : <ChainStateRow state={state} />}</ul>
          </SourceBeside>
        </Panel>
        {/* A hosted service may be slow: the rest of the page does not wait for it. */}
        {state.source === 'hosted' ? <Suspense>{overview()}</Suspense> : await overview()}
      </div>
    )
  },
})
