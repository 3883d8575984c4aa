import { Suspense } from 'react'
import type { SimulationInput } from '#components/evm/parts/calls/call-row.tsx'
import { Tracing } from '#components/evm/parts/calls/tracing.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { argumentNames, calledFunction } from '#components/evm/parts/function-call.ts'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { calldataBytesMax } from '#lib/evm/api/format/calldata-bounds.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { contractCallEndpoints } from '#lib/evm/contract/calls-contract.ts'
import { simulationEndpoints } from '#lib/evm/simulation/contract.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { exactAmount, wholeAmount } from '#lib/format/amount.ts'
import { type Filters, listOf, withFilters } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { SimulateForm } from './simulate-form.tsx'
import { SimulationView } from './simulation-view.tsx'

/** Query parameters of the page: amounts are in the native coin, not in its smallest unit. */
const simulationNames = [
  'tx',
  'from',
  'to',
  'value',
  'function',
  ...argumentNames,
  'data',
  'data_of',
  'data_id',
  'gas',
  'block',
  'before',
  'balance',
  'balances',
] as const

type Asked =
  /** Nothing to run yet. */
  | { input?: undefined; fault?: undefined }
  | { input?: undefined; fault: { name: string; message: string } }
  | { input: SimulationInput; fault?: undefined }

const accepted = (decimals: number): string => `an amount such as 0.5, with ${decimals} digits after the point at most`

/** The transaction that a URL describes. */
const simulationOf = (filters: Filters, decimals: number): Asked => {
  const { from, to, value, data, data_of, data_id, gas, block, before, balance, balances } = filters
  const called = to === undefined ? undefined : calledFunction(filters)
  const isChosenOnly = called !== undefined && called.values.length > 0 && called.values.every((one) => one === '')
  if ((to === undefined && (data ?? data_of ?? data_id) === undefined) || isChosenOnly) return {}
  const amount = value === undefined ? undefined : wholeAmount(value, decimals)
  if (value !== undefined && amount === undefined) return faultOf('value', `must be ${accepted(decimals)}`)
  const own = balance === undefined ? [] : [`${from ?? zeroAddress}:${wholeAmount(balance, decimals)}`]
  if (own[0]?.endsWith(':undefined')) return faultOf('balance', `must be ${accepted(decimals)}`)
  const others = listOf(balances)?.map((one) => {
    const [address = '', held = ''] = one.split(':')
    return `${address}:${wholeAmount(held, decimals)}`
  })
  if (others?.some((one) => !/^0x[0-9a-f]{40}:\d/.test(one)))
    return faultOf('balances', 'must be addresses, each with a colon and an amount: 0x…:0.5')
  const all = [...own, ...(others ?? [])]
  return {
    input: {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(amount !== undefined && { value: amount }),
      ...(called ? { call: JSON.stringify([called.name, ...called.values]) } : dataOf(filters)),
      ...(gas !== undefined && { gas }),
      ...(before !== undefined ? { before } : block !== undefined && { block_number: block }),
      ...(all.length > 0 && { balances: all }),
    },
  }
}

/** Written calldata comes before that of a transaction, and that before kept calldata. */
const dataOf = ({ data, data_of, data_id }: Filters): Pick<SimulationInput, 'data' | 'data_of' | 'data_id'> => {
  if (data !== undefined) return { data }
  if (data_of !== undefined) return { data_of }
  return data_id === undefined ? {} : { data_id }
}

const faultOf = (name: string, message: string): Asked => ({ fault: { name, message } })

/** A transaction of the chain as the page's parameters. It runs at its own place in its block. */
const describedTransaction = (
  { hash, from_address, to_address, value, input, gas }: DecodedTransaction,
  decimals: number,
): Filters => ({
  from: from_address,
  ...(to_address !== null && { to: to_address }),
  ...(value !== '0' && { value: exactAmount(value, decimals) }),
  ...(input !== '0x' && (input.length > 2 + 2 * calldataBytesMax ? { data_of: hash } : { data: input })),
  gas,
  before: hash,
})

const fields = ['address', 'standard', 'token_address', 'token_symbol', 'token_id', 'change'] as const

/** A transaction that is run without being sent: everything of it is in the URL. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.simulate,
  kind: 'Simulate',
  isSelfNamed: true,
  isListed: false,
  filters: simulationNames,
  params: chainParams,
  questions: ({ state, chain, filters }) => {
    const { tx, to } = filters
    const isOwn = state.source !== 'hosted'
    const { input } = simulationOf(filters, state.decimals)
    return {
      transaction:
        isOwn && tx !== undefined
          ? callTo(transactionEndpoints.transaction, { chain, transaction_hash: tx })
          : undefined,
      simulation:
        isOwn && input && tx === undefined ? callTo(simulationEndpoints.evmSimulation, { chain, ...input }) : undefined,
      functions:
        isOwn && to !== undefined
          ? callTo(contractCallEndpoints.evmContractFunctions, { chain, address: to })
          : undefined,
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
              This needs an RPC node for {state.title}, and none is configured.
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
