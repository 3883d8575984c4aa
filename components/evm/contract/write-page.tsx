import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, functionsQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { inputClasses } from '#components/evm/parts/argument-fields.tsx'
import { BalanceChanges } from '#components/evm/parts/balance-changes.tsx'
import { SimulatedResult } from '#components/evm/parts/calls/simulated-result.tsx'
import {
  argumentNames,
  calledFunction,
  callNameOf,
  functionsMax,
  isWritable,
} from '#components/evm/parts/function-call.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { WalletBar } from '#components/evm/parts/wallet-bar.tsx'
import { walletChainOf } from '#components/evm/parts/wallet-chain.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSimulation } from '#lib/evm/simulation/contract.ts'
import { simulationEndpoints } from '#lib/evm/simulation/contract.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { Answer, Call } from '#lib/pages/question.ts'
import { callTo } from '#lib/pages/question.ts'
import { ContractTabs } from './contract-tabs.tsx'
import { FunctionForm, GuessedFunctions, MoreFunctions, NoFunctions } from './function-form.tsx'
import { SenderField, SignTransaction } from './sign-transaction.tsx'

/** What a call would do, and, if it would succeed, the button with which a wallet signs it. */
const WrittenResult = ({
  state,
  question,
  answer: { data, fault },
}: {
  state: EvmChainState
  question: Call
  answer: Answer<EvmSimulation>
}) => {
  if (fault)
    return (
      <p role="alert" className="wrap-anywhere text-bad text-sm">
        {fault.message}
      </p>
    )
  const { status, from, to, value, input } = data
  return (
    <section aria-label="Simulation" className="overflow-clip rounded-lg border border-line">
      <p className="flex items-center gap-2 border-line border-b px-4 py-2 text-muted text-xs">
        <Badge tone="warn">Simulated, not a real transaction</Badge> <SourceLink title="Simulation" call={question} />
      </p>
      <SimulatedResult state={state} simulation={data} />
      <h3 className="border-line border-t px-4 pt-3 font-semibold text-sm">Balance changes</h3>
      <BalanceChanges state={state} simulation={data} />
      <div className="border-line border-t px-4 py-3">
        {status === 'succeeded' && to !== null ? (
          <SignTransaction
            key={input + value + from}
            chain={state.chain}
            walletChain={walletChainOf(state)}
            transaction={{ from, to, value, data: input }}
          />
        ) : (
          <p className="text-sm">It cannot be signed here, because it would fail.</p>
        )}
      </div>
    </section>
  )
}

/** The amount of the native coin that a call sends along. */
const ValueField = ({
  id,
  symbol,
  decimals,
  value,
  isWrong,
}: {
  id: string
  symbol: string
  decimals: number
  value: string | undefined
  isWrong: boolean
}) => (
  <label htmlFor={id} className="block text-sm">
    <span className="text-xs">Value in {symbol || 'the native coin'}</span>
    <input
      id={id}
      name="value"
      inputMode="decimal"
      defaultValue={value}
      placeholder="0"
      autoComplete="off"
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${id}-fault` : undefined}
      className={inputClasses}
    />
    {isWrong && (
      <span id={`${id}-fault`} role="alert" className="mt-1 block text-bad text-xs">
        must be an amount such as 0.5, with {decimals} digits after the point at most
      </span>
    )}
  </label>
)

type ContractParams = { chain: string; address: string }

/** The called function as a simulation; undefined without one, or with a value that is no amount. */
const simulationQuestion = ({ chain, address }: ContractParams, filters: Filters, decimals: number) => {
  const called = calledFunction(filters)
  const value = filters.value === undefined ? '0' : wholeAmount(filters.value, decimals)
  if (!called || value === undefined) return undefined
  const call = JSON.stringify([called.name, ...called.values])
  return callTo(simulationEndpoints.evmSimulation, {
    chain,
    to: address,
    call,
    value,
    ...(filters.from !== undefined && { from: filters.from }),
  })
}

/** Functions of a contract that change something, as forms: simulated first, then signed by the visitor's wallet. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletWrite,
  kind: 'Write',
  of: 'Contract',
  filters: ['function', 'from', 'value', ...argumentNames],
  isListed: false,
  params: addressParams,
  Frame: ContractTabs,
  questions: ({ state, chain, address, filters }) => ({
    ...functionsQuestions(state, address),
    simulation: state.source === 'hosted' ? undefined : simulationQuestion({ chain, address }, filters, state.decimals),
  }),
  about: (page) => aboutTab('Functions', page),
  body: async ({ path, state, filters, questions, answers }) => {
    const answer = await answers.functions
    if (!answer?.data || !questions.functions) return <NoFunctions on={state.title} fault={answer?.fault} />
    const functions = answer.data.result.filter(isWritable)
    if (functions.length === 0)
      return (
        <NoContract>
          No functions that change this contract are known: its ABI is not, or it has none of them.
        </NoContract>
      )
    const called = calledFunction(filters)
    const shown = functions.slice(0, functionsMax)
    const simulation = await answers.simulation
    return (
      <Panel title="Write" aside={<SourceLink title="Functions" call={questions.functions} />}>
        <WalletBar />
        <GuessedFunctions functions={shown} />
        <ul className="divide-y divide-line">
          {shown.map((one) => {
            const isCalled = called !== undefined && callNameOf(one) === called.name
            const isWrongValue = isCalled && called && !questions.simulation
            return (
              <FunctionForm
                key={one.selector}
                called={one}
                action={path}
                values={isCalled ? called.values : []}
                isOpen={isCalled}
                hasForm
                button="Simulate"
                fields={
                  <>
                    <SenderField from={filters.from} />
                    {one.mutability !== 'nonpayable' && (
                      <ValueField
                        id={`value-${one.selector}`}
                        symbol={state.symbol}
                        decimals={state.decimals}
                        value={isCalled ? filters.value : undefined}
                        isWrong={isWrongValue}
                      />
                    )}
                  </>
                }
              >
                {isCalled && simulation && questions.simulation && (
                  <WrittenResult state={state} question={questions.simulation} answer={simulation} />
                )}
              </FunctionForm>
            )
          })}
        </ul>
        <MoreFunctions count={functions.length - shown.length} />
      </Panel>
    )
  },
})
