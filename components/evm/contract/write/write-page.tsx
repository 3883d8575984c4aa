import { FunctionForm } from '#components/evm/contract/function-form.tsx'
import { GuessedFunctions } from '#components/evm/contract/guessed-functions.tsx'
import { MoreFunctions } from '#components/evm/contract/more-functions.tsx'
import { NoFunctions } from '#components/evm/contract/no-functions.tsx'
import { aboutTab } from '#components/evm/frames/wallet/about-tab.ts'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { functionsQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import {
  argumentNames,
  calledFunction,
  callNameOf,
  functionsMax,
  isWritable,
} from '#components/evm/parts/functions/function-call.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { WalletBar } from '#components/evm/parts/signing/wallet-bar.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import type { Filters } from '#lib/format/filters.ts'
import { SenderField } from './sender-field.tsx'
import { ValueField } from './value-field.tsx'
import { WrittenResult } from './written-result.tsx'

type Place = { chain: string; address: string }

/** The called function as a simulation; undefined without one, or with a value that is no amount. */
const simulationQuestion = ({ chain, address }: Place, filters: Filters, decimals: number) => {
  const called = calledFunction(filters)
  const value = filters.value === undefined ? '0' : wholeAmount(filters.value, decimals)
  if (!called || value === undefined) return undefined
  const call = JSON.stringify([called.name, ...called.values])
  return evmExplorerCall('evmSimulation', {
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
  place: addressPlace,
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
