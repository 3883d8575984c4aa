import { type ComponentProps, Suspense } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { AptosIndexMark } from '#components/aptos/parts/index-mark.tsx'
import { networkParams } from '#components/aptos/parts/params.ts'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { inTime } from '#components/kit/in-time.ts'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SourceBeside, SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosBlockListApi } from '#lib/aptos/block/contract.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { type AptosStatus, aptosStatusApi } from '#lib/aptos/network/contract.ts'
import { aptosLedgerApi } from '#lib/aptos/transaction/ledger-contract.ts'
import type { AptosGasPrice } from '#lib/aptos/validators/contract.ts'
import { aptosValidatorApi } from '#lib/aptos/validators/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { chainColour, chainLogo } from '#lib/logos/logos.ts'
import { type Answer, type Call, callTo } from '#lib/pages/question.ts'
import { AptosPulseSlot } from './aptos-pulse-slot.tsx'
import { AptosPulseView } from './aptos-pulse-view.tsx'
import { AptosStateRow } from './aptos-state-row.tsx'
import { IndexFacts, NetworkFacts } from './index-facts.tsx'
import { LatestAptosBlocks, LatestAptosTransactions } from './latest-aptos-blocks.tsx'
import { servedNetworks } from './served-networks.ts'

/** The node's estimate of the price of gas. */
const GasPricePanel = ({ price: { low, regular, high }, call }: { price: AptosGasPrice; call: Call }) => (
  <Panel title="Gas price" aside={<SourceLink title="Gas price" call={call} />}>
    <Facts>
      {low !== null && (
        <Fact label="Low" wide>
          {groupedNumber(low)} octas
        </Fact>
      )}
      <Fact label="Regular" wide>
        {groupedNumber(regular)} octas
      </Fact>
      {high !== null && (
        <Fact label="High" wide>
          {groupedNumber(high)} octas
        </Fact>
      )}
    </Facts>
  </Panel>
)

/** The networks that are served, where there are several. */
const NetworkTabs = ({ networks, current }: { networks: readonly AptosNetwork[]; current: AptosNetwork }) => (
  <nav aria-label="Networks">
    <ul className="flex gap-2">
      {networks.map((network) => (
        <li key={network}>
          <ChoiceLink
            href={aptosPath(aptosPaths.network(), network)}
            aria-current={network === current ? 'page' : undefined}
            className="capitalize"
          >
            {network}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** What the node and the index know of the ledger. */
const LedgerAndIndex = ({
  status,
  call,
  gas,
}: {
  status: AptosStatus
  call: Call
  gas: ComponentProps<typeof GasPricePanel> | false | undefined
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
    {status.source !== 'hosted' && (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel
          title="Ledger"
          aside={
            <>
              <ListLink path={aptosPaths.validators()} network={status.network} title="Validators" />
              <SourceLink title="Ledger" call={call} />
            </>
          }
        >
          <NetworkFacts status={status} />
        </Panel>
        {gas && <GasPricePanel {...gas} />}
      </div>
    )}
    <Panel
      title="Index"
      aside={
        <>
          {status.index && (
            <>
              <ListLink path={aptosPaths.collections()} network={status.network} title="NFT collections" />
              <ListLink path={aptosPaths.assets()} network={status.network} title="Coins and assets" />
            </>
          )}
          <SourceLink title="Index" call={call} />
        </>
      }
    >
      <IndexFacts status={status} />
    </Panel>
  </div>
)

const rows = 12
/** Of the strip: as many as a response has at most. */
const stripBlocks = 25
const liveEveryMs = 2_000
/** How long the page waits for the gas price. */
const gasWithinMs = 1_000

export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.network,
  kind: 'Network',
  isSelfNamed: true,
  params: networkParams,
  questions: ({ network, status, part }) => ({
    status: callTo(aptosStatusApi.aptosStatus, { network }),
    gas: status?.source === 'index' ? callTo(aptosValidatorApi.aptosGasPrice, { network }) : undefined,
    blocks:
      status?.source === 'hosted'
        ? undefined
        : callTo(aptosBlockListApi.aptosBlocks, { network, ...part(stripBlocks) }),
    transactions:
      status?.source === 'hosted' ? undefined : callTo(aptosLedgerApi.aptosTransactions, { network, limit: rows }),
  }),
  list: ['blocks'],
  about: ({ place, status }) => ({
    title: place,
    place,
    summary: `Latest blocks and index status of ${place}.`,
    facts: [
      ...(status?.ledger_version ? [['Ledger version', groupedNumber(status.ledger_version)] as const] : []),
      ...(status?.block_height ? [['Block', groupedNumber(status.block_height)] as const] : []),
    ],
  }),
  body: async ({ ask, network, questions, answers }) => {
    const [served, { data: status, fault }] = await Promise.all([servedNetworks(ask), answers.status])
    if (fault)
      return (
        <>
          <PageTitle kind="Aptos" />
          <NotIndexedState title={`Aptos ${network} is not served here`}>{fault.message}</NotIndexedState>
        </>
      )
    const { source } = status
    const everyMs = source === 'demo' ? false : liveEveryMs
    const [blocks, gas] = await Promise.all([answers.blocks, answers.gas && inTime(answers.gas, gasWithinMs)])
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle
          picture={<ChainIcon icon={chainLogo('aptos')} colour={chainColour('aptos')} size={40} />}
          tools={<PageToolsButton />}
          kind={network === 'testnet' ? 'Aptos testnet' : 'Aptos'}
          aside={<AptosIndexMark status={status} />}
        >
          {served.length > 1 && <NetworkTabs networks={served.map((one) => one.network)} current={network} />}
        </PageTitle>
        {(source === 'hosted' || status.error !== null) && (
          <Panel aria-label="State">
            <SourceBeside title="State" call={questions.status}>
              <ul>
                <AptosStateRow status={status} />
              </ul>
            </SourceBeside>
          </Panel>
        )}
        {blocks?.data && blocks.data.result.length > 0 && (
          <Panel aria-label="Newest blocks">
            <AptosPulseSlot
              status={status}
              first={blocks.data}
              limit={stripBlocks}
              everyMs={everyMs}
              gas={gas?.data?.regular}
            >
              <AptosPulseView status={status} blocks={blocks.data.result} gas={gas?.data?.regular} />
            </AptosPulseSlot>
          </Panel>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
          <Panel
            title="Latest blocks"
            aside={
              <>
                {questions.blocks && <ListLink path={aptosPaths.blocks()} network={network} />}
                {source === 'index' && <LiveSwitch />}
                {questions.blocks && <SourceLink title="Latest blocks" call={questions.blocks} />}
              </>
            }
          >
            {blocks?.fault && <FaultState {...blocks.fault} />}
            {blocks?.data && (
              <LatestAptosBlocks
                network={network}
                limit={rows}
                everyMs={everyMs}
                first={{ ...blocks.data, result: blocks.data.result.slice(0, rows) }}
              />
            )}
            {blocks === undefined && (
              <EmptyState title="Look up a block, a version or an account">
                The hosted service does not list the newest blocks.
              </EmptyState>
            )}
          </Panel>
          {questions.transactions && answers.transactions && (
            <Panel
              title="Latest transactions"
              aside={
                <>
                  <ListLink path={aptosPaths.transactions()} network={network} />
                  <SourceLink title="Latest transactions" call={questions.transactions} />
                </>
              }
            >
              <Suspense fallback={<RowsSkeleton />}>
                <Transactions answer={answers.transactions} network={network} everyMs={everyMs} />
              </Suspense>
            </Panel>
          )}
        </div>
        <LedgerAndIndex
          status={status}
          call={questions.status}
          gas={questions.gas && gas?.data && { price: gas.data, call: questions.gas }}
        />
      </div>
    )
  },
})

const ListLink = ({ path, network, title = 'View all' }: { path: string; network: AptosNetwork; title?: string }) => (
  <Link href={aptosPath(path, network)} className="text-accent hover:underline">
    {title}
  </Link>
)

const RowsSkeleton = () => (
  <div aria-busy="true">
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places that never move
      <div key={index} className="flex h-13 items-center border-line border-b px-4 last:border-b-0">
        <Skeleton className="grow" />
      </div>
    ))}
  </div>
)

const Transactions = async ({
  answer,
  network,
  everyMs,
}: {
  answer: Promise<Answer<Output<AptosExplorerApi['aptosTransactions']>>>
  network: AptosNetwork
  everyMs: number | false
}) => {
  const { data, fault } = await answer
  if (fault) return <FaultState {...fault} />
  return <LatestAptosTransactions network={network} limit={rows} everyMs={everyMs} first={data} />
}
