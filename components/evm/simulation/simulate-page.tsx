import { Suspense } from 'react'
import { Tracing } from '#components/evm/parts/calls/tracing.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { chainPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/states/state.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { withFilters } from '#lib/format/filters.ts'
import { describedTransaction } from './described-transaction.ts'
import { SimulateForm } from './simulate-form.tsx'
import { simulationNames, simulationOf } from './simulation-filters.ts'
import { SimulationView } from './simulation-view.tsx'

const fields = ['address', 'standard', 'token_address', 'token_symbol', 'token_id', 'change'] as const

/** A transaction that is run without being sent: everything of it is in the URL. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.simulate,
  kind: 'Simulate',
  isSelfNamed: true,
  isListed: false,
  filters: simulationNames,
  place: chainPlace,
  questions: ({ state, chain, filters }) => {
    const { tx, to } = filters
    const isOwn = state.source !== 'hosted'
    const { input } = simulationOf(filters, state.decimals)
    return {
      transaction: isOwn && tx !== undefined ? evmCall('transaction', { chain, transaction_hash: tx }) : undefined,
      simulation:
        isOwn && input && tx === undefined ? evmExplorerCall('evmSimulation', { chain, ...input }) : undefined,
      functions:
        isOwn && to !== undefined ? evmExplorerCall('evmContractFunctions', { chain, address: to }) : undefined,
    }
  },
  // What fails to run is shown in its part of the page.
  subject: 'transaction',
  redirectTo: async ({ state, path }, { transaction }) => {
    const { data } = (await transaction) ?? {}
    return data && withFilters(path, describedTransaction(data, state.decimals))
  },
  rows: async (_, { simulation }) => rowsOf('evmSimulation', (await simulation)?.data?.balance_changes ?? [], fields),
  about: ({ state }) => ({
    title: `Simulate on ${state.title}`,
    place: state.title,
    summary: `Run a transaction on ${state.title} without sending it.`,
  }),
  body: async ({ state, chain, path, filters, questions, answers }) => {
    // Asked now: answers are requested when they are first read.
    const simulation = answers.simulation
    const [functions, transaction] = await Promise.all([answers.functions, answers.transaction])
    const { input, fault } = simulationOf(filters, state.decimals)
    const given = fault ?? (transaction?.fault && { name: 'tx', message: transaction.fault.message })
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle tools={<PageToolsButton />} kind="Simulate" aside={<IndexMark state={state} />}>
          <Badge>{state.title}</Badge>
          <Badge tone="warn">Simulated, not a real transaction</Badge>
        </PageTitle>
        {state.source === 'hosted' ? (
          <Panel aria-label="Transaction">
            <NotIndexedState title="Not available here">
              Transactions on {state.title} are simulated by a node, and this server has none for it.
            </NotIndexedState>
          </Panel>
        ) : (
          <SimulateForm
            key={JSON.stringify(filters)}
            chain={chain}
            state={state}
            action={path}
            values={filters}
            functions={functions?.data?.result ?? []}
            fault={given}
          />
        )}
        {input && questions.simulation && simulation && (
          <Suspense
            fallback={
              <Panel title="Result">
                <Tracing />
              </Panel>
            }
          >
            <SimulationView
              state={state}
              chain={chain}
              input={input}
              question={questions.simulation}
              answer={simulation}
            />
          </Suspense>
        )}
      </div>
    )
  },
})
