import { ask } from '#components/ask.ts'
import { ChainStateRow } from '#components/evm/chain-state-row.tsx'
import { HostedChains } from '#components/evm/hosted-chains.tsx'
import { overviewOf } from '#components/evm/overview-of.ts'
import { servedChains } from '#components/evm/served-chains.ts'
import { AptosStateRow } from '#components/home/aptos-state-row.tsx'
import { ChainOverview } from '#components/home/chain-overview.tsx'
import { DemoNotice } from '#components/home/demo-notice.tsx'
import { LatestAptosBlocks } from '#components/home/latest-aptos-blocks.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { aptosExplorerCall, evmExplorerCall } from '#components/source/source-call.ts'
import { SourceBeside, SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { systems } from '#lib/systems.ts'

/** The newest of everything, with every request. */
export const dynamic = 'force-dynamic'

const aptosRows = 5
const liveEveryMs = 2_000

export default async function HomePage() {
  const { evm, aptos, demo } = await systems()
  const chains = await servedChains(evm.explorer)
  const own = chains.filter(({ source }) => source !== 'hosted')
  const hosted = chains.filter(({ source }) => source === 'hosted')
  const [main] = own
  const [overview, aptosStatus, aptosBlocks] = await Promise.all([
    main && overviewOf(evm.explorer, main.chain),
    ask(aptos.explorer.aptosStatus({})),
    ask(aptos.explorer.aptosBlocks({ limit: aptosRows })),
  ])
  const aptosPanel = aptosBlocks.data && (
    <Panel
      title="Latest Aptos blocks"
      aside={<SourceLink title="Latest Aptos blocks" call={aptosExplorerCall('aptosBlocks', { limit: aptosRows })} />}
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
        <SourceBeside title="Chains" call={evmExplorerCall('evmChains', {})}>
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
}
