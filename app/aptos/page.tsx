import type { Metadata } from 'next'
import { aptosNetworkOf } from '#components/aptos/aptos-path.ts'
import { IndexFacts } from '#components/aptos/index-facts.tsx'
import { AptosIndexMark } from '#components/aptos/index-mark.tsx'
import { NetworkFacts } from '#components/aptos/network-facts.tsx'
import { NetworkTabs } from '#components/aptos/network-tabs.tsx'
import { servedNetworks } from '#components/aptos/served-networks.ts'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { AptosStateRow } from '#components/home/aptos-state-row.tsx'
import { LatestAptosBlocks } from '#components/home/latest-aptos-blocks.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { aptosExplorerCall } from '#components/source/source-call.ts'
import { SourceBeside, SourceLink } from '#components/source/source-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

/** The newest of the network, with every request. */
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Aptos',
  description: 'The newest blocks of Aptos, and what is indexed of it.',
}

const rows = 12
const liveEveryMs = 2_000

export default async function AptosPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = aptosNetworkOf((await searchParams).network)
  const { aptos } = await systems()
  const [served, { data: status, fault }] = await Promise.all([
    servedNetworks(aptos.explorer),
    ask(aptos.explorer.aptosStatus({ network: asked })),
  ])
  if (fault)
    return (
      <>
        <PageTitle kind="Aptos" />
        <NotIndexedState title={`Aptos ${asked ?? 'mainnet'} is not served here`}>{fault.message}</NotIndexedState>
      </>
    )
  const { network, source } = status
  const statusCall = aptosExplorerCall('aptosStatus', { network })
  const blocks = source === 'hosted' ? undefined : await ask(aptos.explorer.aptosBlocks({ network, limit: rows }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle
        tools={<PageToolsButton />}
        kind={network === 'testnet' ? 'Aptos testnet' : 'Aptos'}
        aside={<AptosIndexMark status={status} />}
      >
        <NetworkTabs networks={served.map((one) => one.network)} current={network} />
      </PageTitle>
      <Panel aria-label="State">
        <SourceBeside title="State" call={statusCall}>
          <ul>
            <AptosStateRow status={status} />
          </ul>
        </SourceBeside>
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Panel
          title="Latest blocks"
          aside={
            <>
              {source === 'index' && <LiveSwitch />}
              {blocks && (
                <SourceLink title="Latest blocks" call={aptosExplorerCall('aptosBlocks', { network, limit: rows })} />
              )}
            </>
          }
        >
          {blocks?.fault && <FaultState {...blocks.fault} />}
          {blocks?.data && (
            <LatestAptosBlocks
              network={network}
              limit={rows}
              everyMs={source === 'demo' ? false : liveEveryMs}
              first={blocks.data}
            />
          )}
          {blocks === undefined && (
            <EmptyState title="Look up a block, a version or an account">
              The hosted service does not list the newest blocks.
            </EmptyState>
          )}
        </Panel>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {source !== 'hosted' && (
            <Panel title="Ledger" aside={<SourceLink title="Ledger" call={statusCall} />}>
              <NetworkFacts status={status} />
            </Panel>
          )}
          <Panel title="NFT index" aside={<SourceLink title="NFT index" call={statusCall} />}>
            <IndexFacts status={status} />
          </Panel>
        </div>
      </div>
    </div>
  )
}
