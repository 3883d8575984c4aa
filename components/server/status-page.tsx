import { Fragment } from 'react'
import { AptosStateRow } from '#components/aptos/network/aptos-state-row.tsx'
import { servedNetworks } from '#components/aptos/network/served-networks.ts'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { AptosPositions } from '#components/aptos/status/index-positions.tsx'
import { IndexStateRow } from '#components/aptos/status/index-state-row.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { ChainStateRow } from '#components/evm/chain/chain-state-row.tsx'
import { HostedChains } from '#components/evm/chain/hosted-chains.tsx'
import { indexState } from '#components/evm/chain/index-state.ts'
import { servedChains } from '#components/evm/parts/chain-of.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { CollectionJobs } from '#components/evm/status/collection-jobs.tsx'
import { DemoNotice } from '#components/home/demo-notice.tsx'
import { HostedUse } from '#components/home/hosted-use.tsx'
import { SourceList } from '#components/home/source-list.tsx'
import { SuspectWork } from '#components/home/suspect-work.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { server } from '#components/kit/server.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'

const sources = { index: 'own index', hosted: 'hosted service', demo: 'demo ledger' } as const

const columns = ['Chain', 'Id', 'Source', 'First block', 'Indexed block', 'Head', 'Final', 'Newest block', 'Checked']
const number = (value: string | null) => (value === null ? '–' : groupedNumber(value))
const time = (iso: string | null) => (iso === null ? '–' : <Timestamp iso={iso} />)

const mono = (text: string) => <span className="font-mono">{text}</span>

const Positions = ({ chains }: { chains: readonly EvmChainState[] }) => (
  <WideTable
    label="Positions"
    titles={columns}
    rows={chains.map((state) => [
      state.title,
      mono(state.chain_id),
      sources[state.source],
      number(state.first_block),
      number(state.indexed_block),
      number(state.head_block),
      number(state.finalized_block),
      time(state.indexed_block_timestamp),
      time(state.checked_at),
    ])}
  />
)

const jobsQuestion = (chain: string) => ({ ...evmExplorerCall('evmCollections', { chain }), part: pathSegment(chain) })
const statusQuestion = (network: 'mainnet' | 'testnet') => ({
  ...aptosExplorerCall('aptosStatus', { network }),
  part: network,
})

export const { entry, generateMetadata, Page } = definePage({
  path: serverPaths.status,
  kind: 'Status',
  place: async ({ ask }) => {
    const [chains, networks] = await Promise.all([servedChains(ask), servedNetworks(ask)])
    return {
      networks,
      own: chains.filter(({ source }) => source !== 'hosted'),
      hosted: chains.filter(({ source }) => source === 'hosted'),
    }
  },
  questions: ({ own, networks }) => ({
    chains: evmExplorerCall('evmChains', {}),
    ...Object.fromEntries(networks.map(({ network }) => [network, statusQuestion(network)])),
    ...Object.fromEntries(own.map(({ chain }) => [`jobs of ${chain}`, jobsQuestion(chain)])),
  }),
  list: ['chains'],
  about: ({ own, hosted }) => ({
    title: 'of this server',
    place: 'This server',
    summary: 'The chains and sources of this server and their index status.',
    facts: [...own, ...hosted].map((state) => [state.title, indexState(state)]),
  }),
  body: async ({ ask, own, hosted, networks, questions, answers }) => {
    const { demo, readable, upstreamUse, suspectWork } = await server()
    const [chains, hostedUse, suspects, jobs] = await Promise.all([
      answers.chains,
      upstreamUse(),
      suspectWork().catch(() => []),
      Promise.all(own.map(async ({ chain, title }) => ({ chain, title, ...(await ask(jobsQuestion(chain))) }))),
    ])
    const indexedNetworks = networks.filter(({ source }) => source !== 'hosted')
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind="Status" />
        {demo && <DemoNotice />}
        <Panel title="EVM chains" aside={<SourceLink title="EVM chains" call={questions.chains} />}>
          {chains.fault && <FaultState {...chains.fault} />}
          {chains.data?.result.length === 0 && (
            <EmptyState title="No EVM chain is served">Set NODE_URL_ETH, or EVM_BASE_URL with its key.</EmptyState>
          )}
          {chains.data && (
            <ul>
              {own.map((state) => (
                <ChainStateRow key={state.chain} state={state} withCoverage />
              ))}
              <HostedChains chains={hosted} />
            </ul>
          )}
        </Panel>
        <SuspectWork work={suspects} chains={own} />
        {own.length > 0 && (
          <Panel title="Index positions" aside={<SourceLink title="Index positions" call={questions.chains} />}>
            <Positions chains={own} />
          </Panel>
        )}
        {jobs.map(({ chain, title, data, fault }) => (
          <Panel
            key={chain}
            title={`Contract backfills on ${title}`}
            aside={
              <>
                {data && data.result.length > 0 && data.result.length}
                <SourceLink title={`Contract backfills on ${title}`} call={jobsQuestion(chain)} />
              </>
            }
          >
            {fault && <FaultState {...fault} />}
            {data?.result.length === 0 && (
              <p className="px-4 py-3 text-muted text-sm">
                A contract’s full history is indexed when its page is first opened. Nothing is running or queued.
              </p>
            )}
            {data && data.result.length > 0 && <CollectionJobs chain={chain} first={data} />}
          </Panel>
        ))}
        <Panel
          title="Aptos"
          aside={networks.map(({ network }) => (
            <SourceLink key={network} title={`Aptos ${network}`} call={statusQuestion(network)} />
          ))}
        >
          {networks.length === 0 ? (
            <EmptyState title="No Aptos network is served">
              Set APTOS_NODE_URL, or APTOS_BASE_URL with its key.
            </EmptyState>
          ) : (
            <ul>
              {networks.map((status) => (
                <Fragment key={status.network}>
                  <AptosStateRow status={status} />
                  {status.index && <IndexStateRow status={status} />}
                </Fragment>
              ))}
            </ul>
          )}
        </Panel>
        {indexedNetworks.length > 0 && (
          <Panel
            title="Aptos index positions"
            aside={indexedNetworks.map(({ network }) => (
              <SourceLink key={network} title={`Index positions of Aptos ${network}`} call={statusQuestion(network)} />
            ))}
          >
            <AptosPositions networks={indexedNetworks} />
          </Panel>
        )}
        {hostedUse && <HostedUse used={hostedUse.used} perDay={hostedUse.perDay} />}
        <Panel title="Metadata sources" aside={demo ? 'built into the demo ledger' : undefined}>
          <SourceList sources={readable} />
        </Panel>
      </div>
    )
  },
})
