import { AptosStateRow } from '#components/aptos/network/aptos-state-row.tsx'
import { LatestAptosBlocks } from '#components/aptos/network/latest-aptos-blocks.tsx'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { ChainOverview } from '#components/evm/chain/chain-overview.tsx'
import { ChainStateRow } from '#components/evm/chain/chain-state-row.tsx'
import { HostedChains } from '#components/evm/chain/hosted-chains.tsx'
import { indexState } from '#components/evm/chain/index-state.ts'
import { overviewQuestions } from '#components/evm/chain/overview-of.ts'
import { servedChains } from '#components/evm/parts/chain-of.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { DemoNotice } from '#components/home/demo-notice.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { server } from '#components/kit/server.ts'
import { SearchBox } from '#components/shell/search-box.tsx'
import { SourceBeside, SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { counted } from '#lib/format/amount.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { currentSite } from '#lib/site/site.ts'

const aptosRows = 5
const liveEveryMs = 2_000

export const { entry, Page } = definePage({
  path: serverPaths.home,
  kind: 'Explorer',
  place: async ({ ask }) => {
    const chains = await servedChains(ask)
    const own = chains.filter(({ source }) => source !== 'hosted')
    return { chains, own, hosted: chains.filter(({ source }) => source === 'hosted'), main: own[0] }
  },
  questions: ({ main }) => ({
    chains: evmExplorerCall('evmChains', {}),
    ...(main ? overviewQuestions(main.chain) : {}),
    aptosStatus: aptosExplorerCall('aptosStatus', {}),
    aptosBlocks: aptosExplorerCall('aptosBlocks', { limit: aptosRows }),
  }),
  list: ['transactions'],
  about: ({ chains }) => ({
    title: currentSite().name,
    place: 'This server',
    summary: `A self-hosted explorer and data API. It serves ${counted(chains.length, 'EVM chain')}.`,
    facts: chains.map((state) => [state.title, indexState(state)]),
  }),
  body: async ({ own, hosted, main, questions, answers }) => {
    const [{ demo }, blocks, transactions, activity, aptosStatus, aptosBlocks] = await Promise.all([
      server(),
      answers.blocks,
      answers.transactions,
      answers.activity,
      answers.aptosStatus,
      answers.aptosBlocks,
    ])
    const overview = blocks && transactions && activity && { blocks, transactions, activity }
    const aptosPanel = aptosBlocks.data && (
      <Panel
        title="Latest Aptos blocks"
        aside={<SourceLink title="Latest Aptos blocks" call={questions.aptosBlocks} />}
      >
        <LatestAptosBlocks
          network={aptosStatus.data?.network ?? 'mainnet'}
          limit={aptosRows}
          everyMs={aptosStatus.data?.source === 'demo' ? false : liveEveryMs}
          first={aptosBlocks.data}
        />
      </Panel>
    )
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <section aria-label="Search" data-home-search className="mx-auto w-full max-w-2xl py-6 sm:py-10">
          <h1 className="mb-4 text-balance text-center font-semibold text-2xl tracking-tight sm:text-3xl">
            Look up anything on chain
          </h1>
          <SearchBox chain={(main ?? hosted[0])?.chain ?? 'eth'} shortcut autoFocus large />
        </section>
        {demo && <DemoNotice />}
        <Panel aria-label="Chains">
          <SourceBeside title="Chains" call={questions.chains}>
            <ul>
              {own.map((state) => (
                <ChainStateRow key={state.chain} state={state} />
              ))}
              <HostedChains chains={hosted} />
              {aptosStatus.data && <AptosStateRow status={aptosStatus.data} />}
            </ul>
          </SourceBeside>
        </Panel>
        {main && overview ? <ChainOverview state={main} overview={overview} beside={aptosPanel} /> : aptosPanel}
      </div>
    )
  },
})
