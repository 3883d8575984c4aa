import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { FamilySections } from '#components/family.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { chainEndpoints } from '#lib/evm/network/contract.ts'
import { historyEndpoints } from '#lib/evm/nft/state-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'
import { ChainOverview, indexState, networkOverviewQuestions } from './network/chain-overview.tsx'
import { ChainStateCard, ChainStateRow } from './network/chain-state-row.tsx'
import { HostedChains } from './network/hosted-chains.tsx'
import { servedChains } from './parts/chain-of.ts'
import { CollectionJobs } from './status/collection-jobs.tsx'

const chainsQuestion = callTo(chainEndpoints.evmChains, {})
const jobsQuestion = (chain: string) => ({
  ...callTo(historyEndpoints.evmCollections, { chain }),
  part: pathSegment(chain),
})

/** Names of settings are shown on this page only: visitors are not operators. */
const toIndexMore = ({ chain, coverage }: EvmChainState): string | undefined => {
  const variable = findChain(chain)?.variable
  return (
    variable && `The operator can index more with ${coverage?.includes(',') ? 'BLOCKS' : 'START_BLOCK'}_${variable}.`
  )
}

const readChains = async (ask: Ask) => {
  const chains = await servedChains(ask)
  return {
    chains,
    own: chains.filter(({ source }) => source !== 'hosted'),
    hosted: chains.filter(({ source }) => source === 'hosted'),
  }
}

const factsOf = (chains: readonly EvmChainState[]) => chains.map((state) => [state.title, indexState(state)] as const)

const sources = { index: 'own index', hosted: 'hosted service', demo: 'demo ledger' } as const
const columns = ['Chain', 'Id', 'Source', 'First block', 'Indexed block', 'Head', 'Final', 'Newest block', 'Checked']
const number = (value: string | null) => (value === null ? '–' : groupedNumber(value))
const time = (iso: string | null) => (iso === null ? '–' : <Timestamp iso={iso} />)

const Positions = ({ chains }: { chains: readonly EvmChainState[] }) => (
  <WideTable
    label="Positions"
    titles={columns}
    rows={chains.map((state) => [
      state.title,
      <span key="id" className="font-mono">
        {state.chain_id}
      </span>,
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

const Jobs = async ({ ask, state: { chain, title } }: { ask: Ask; state: EvmChainState }) => {
  const { data, fault } = await ask(jobsQuestion(chain))
  const heading = `Contract backfills on ${title}`
  return (
    <Panel
      title={heading}
      aside={
        <>
          {data && data.result.length > 0 && data.result.length}
          <SourceLink title={heading} call={jobsQuestion(chain)} />
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
  )
}

const workTitles: Readonly<Record<string, string>> = {
  'evm-blocks': 'EVM block',
  'evm-backfill': 'EVM block',
  'evm-traces': 'Traces of an EVM block',
  'contract-history': 'Contract history',
  'contract-facts': 'Contract name and symbol',
  'contract-rating': 'Contract rating',
  'nft-metadata': 'NFT metadata',
  media: 'Preview',
}

export const evmSections: FamilySections = {
  name: 'evm',
  homeList: ['transactions'],
  home: async (ask) => {
    const { chains, own, hosted } = await readChains(ask)
    const [main] = [...own, ...hosted]
    const overview = main && networkOverviewQuestions(main)
    return {
      questions: { chains: chainsQuestion, ...overview },
      facts: factsOf(chains),
      summary: counted(chains.length, 'EVM chain'),
      cards: async () => [...own, ...hosted].map((state) => <ChainStateCard key={state.chain} state={state} />),
      sources: <SourceLink title="EVM chains" call={chainsQuestion} />,
      ...(overview && {
        overview: async (beside) => {
          const shown = async () => {
            const [blocks, transactions, activity, price] = await Promise.all([
              ask(overview.blocks),
              ask(overview.transactions),
              overview.activity && ask(overview.activity),
              overview.price && ask(overview.price),
            ])
            return (
              <ChainOverview state={main} overview={{ blocks, transactions, activity, price }} beside={beside} title />
            )
          }
          // A hosted service may be slow: the search above does not wait for it.
          return main.source === 'hosted' ? <Suspense fallback={beside}>{shown()}</Suspense> : await shown()
        },
      }),
    }
  },
  statusList: ['chains'],
  status: async (ask) => {
    const { own, hosted } = await readChains(ask)
    return {
      questions: {
        chains: chainsQuestion,
        ...Object.fromEntries(own.map(({ chain }) => [`jobs of ${chain}`, jobsQuestion(chain)])),
      },
      facts: factsOf([...own, ...hosted]),
      panels: async () => {
        const { data, fault } = await ask(chainsQuestion)
        return (
          <>
            <Panel title="EVM chains" aside={<SourceLink title="EVM chains" call={chainsQuestion} />}>
              {fault && <FaultState {...fault} />}
              {data?.result.length === 0 && (
                <EmptyState title="No EVM chain is served">Set NODE_URL_ETH, or EVM_BASE_URL with its key.</EmptyState>
              )}
              {data && (
                <ul>
                  {own.map((state) => (
                    <ChainStateRow key={state.chain} state={state} withCoverage toIndexMore={toIndexMore(state)} />
                  ))}
                  <HostedChains chains={hosted} />
                </ul>
              )}
            </Panel>
            {own.length > 0 && (
              <Panel title="Index positions" aside={<SourceLink title="Index positions" call={chainsQuestion} />}>
                <Positions chains={own} />
              </Panel>
            )}
            {own.map((state) => (
              <Jobs key={state.chain} ask={ask} state={state} />
            ))}
          </>
        )
      },
      workTitle: ({ kind, chain }) => {
        const title = workTitles[kind]
        return title === undefined
          ? undefined
          : { title, where: own.find(({ chain_id }) => Number(chain_id) === chain)?.title }
      },
    }
  },
}
