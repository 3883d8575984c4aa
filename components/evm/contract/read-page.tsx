import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, functionsQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import {
  argumentNames,
  calledFunction,
  callNameOf,
  functionsMax,
  isValue,
  readableFunctions,
  valuesMax,
} from '#components/evm/parts/function-call.ts'
import { keptCalls, keptCallText } from '#components/evm/parts/kept-calls.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmContractCallResult, EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import { contractCallEndpoints } from '#lib/evm/contract/calls-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { withFilters } from '#lib/format/filters.ts'
import { type Call, callTo, type Question } from '#lib/pages/question.ts'
import { CallResult } from './call-result.tsx'
import { ContractTabs } from './contract-tabs.tsx'
import { FunctionForm, GuessedFunctions, MoreFunctions, NoFunctions } from './function-form.tsx'

const textMax = 120

/** Calls that were kept, read again together with the newest one. */
const KeptResults = ({
  chain,
  calls,
  results,
  decimals,
  hrefWithout,
}: {
  chain: string
  calls: readonly (readonly string[])[]
  /** Of the same calls, in their order. */
  results: readonly EvmContractCallResult[]
  decimals: string | undefined
  /** The page without the call at this place. */
  hrefWithout: (place: number) => string
}) => (
  <Panel title="Kept calls" aside="read at the same block">
    <ul className="divide-y divide-line">
      {calls.map(([name = '', ...values], place) => {
        const result = results[place]
        return (
          <li
            key={JSON.stringify([name, ...values])}
            className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-2.5 text-sm"
          >
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="wrap-anywhere font-mono text-xs">
                {cutText(name.slice(0, name.indexOf('(')) || name, textMax)}({cutText(values.join(', '), textMax)})
              </span>
              <Link
                href={hrefWithout(place)}
                keepScroll
                className="inline-flex min-h-6 items-center text-accent text-xs underline"
              >
                Remove
              </Link>
            </p>
            {result && <CallResult chain={chain} result={result} decimals={decimals} />}
          </li>
        )
      })}
    </ul>
  </Panel>
)

type ContractParams = { chain: string; address: string }

const callsQuestion = (
  { chain, address }: ContractParams,
  calls: readonly (readonly string[])[],
  block: string | undefined,
) =>
  callTo(contractCallEndpoints.evmContractCalls, {
    chain,
    address,
    calls: JSON.stringify(calls),
    ...(block !== undefined && { block_number: block }),
  })

/** The values of all functions that take nothing, in one request; undefined without any. */
const valuesQuestion = (
  params: ContractParams,
  functions: readonly EvmContractFunction[],
  block: string | undefined,
) => {
  const calls = functions.filter(isValue).slice(0, valuesMax)
  return calls.length === 0
    ? undefined
    : {
        ...callsQuestion(
          params,
          calls.map(({ signature, selector }) => [signature ?? selector]),
          block,
        ),
        part: 'values',
      }
}

/** The block after which functions are read. */
const BlockForm = ({ path, filters }: { path: string; filters: Readonly<Record<string, string | undefined>> }) => (
  <form action={path} className="flex flex-wrap items-end gap-2 border-line border-b px-4 py-3">
    {Object.entries(filters).map(([name, value]) =>
      name === 'block' ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
    <label htmlFor="read-block" className="block text-sm">
      <span className="text-muted text-xs">After block</span>
      <input
        id="read-block"
        name="block"
        inputMode="numeric"
        defaultValue={filters.block}
        placeholder="newest"
        className="mt-0.5 block h-9 w-40 rounded-lg border border-line bg-surface px-2.5 text-base sm:text-sm"
      />
    </label>
    <Button type="submit" className="h-9">
      Set
    </Button>
  </form>
)

const CalledResult = ({
  chain,
  call,
  fault,
  result,
  decimals,
}: {
  chain: string
  call: Call | undefined
  fault: { message: string } | undefined
  result: EvmContractCallResult | undefined
  decimals: string | undefined
}) => (
  <div role="status">
    {call && (
      <p className="mb-1 flex items-center gap-2 text-muted text-xs">
        Result <SourceLink title="Result" call={call} />
      </p>
    )}
    {fault && <p className="text-bad text-sm">{fault.message}</p>}
    {result && <CallResult chain={chain} result={result} decimals={decimals} />}
  </div>
)

/** Functions of a contract as forms, with the values of those that take nothing. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletRead,
  kind: 'Read',
  of: 'Contract',
  filters: ['function', 'block', 'also', ...argumentNames],
  isListed: false,
  params: addressParams,
  Frame: ContractTabs,
  questions: ({ state, chain, address, filters }) => {
    const isOwn = state.source !== 'hosted'
    const called = calledFunction(filters)
    const calls = [...(called ? [[called.name, ...called.values]] : []), ...keptCalls(filters)]
    return {
      ...functionsQuestions(state, address),
      call: isOwn && calls.length > 0 ? callsQuestion({ chain, address }, calls, filters.block) : undefined,
    }
  },
  later: async ({ chain, address, filters }, answers): Promise<readonly Question[]> => {
    const functions = (await answers.functions)?.data?.result ?? []
    const values = valuesQuestion({ chain, address }, functions, filters.block)
    return values ? [values] : []
  },
  about: (page) => aboutTab('Functions', page, calledFunction(page.filters)?.name),
  body: async ({ ask, chain, address, path, state, filters, questions, answers }) => {
    const answer = await answers.functions
    if (!answer?.data || !questions.functions) return <NoFunctions on={state.title} fault={answer?.fault} />
    const functions = readableFunctions(answer.data.result)
    const called = calledFunction(filters)
    const valued = valuesQuestion({ chain, address }, functions, filters.block)
    const [values, result] = await Promise.all([valued && ask(valued), answers.call])
    const byFunction = new Map(values?.data?.result.map((one) => [one.function, one]))
    const decimals = byFunction.get('decimals()')?.outputs?.[0]?.value
    const shown = functions.slice(0, functionsMax)
    const isListed = called && shown.some((one) => callNameOf(one) === called.name)
    const kept = keptCalls(filters)
    const calledResult = called ? result?.data?.result[0] : undefined
    const keptResults = result?.data?.result.slice(called ? 1 : 0)
    const nextKept = keptCallText([...(called ? [[called.name, ...called.values]] : []), ...kept])
    const hrefWithout = (place: number) => {
      const { also: _, ...others } = filters
      const left = keptCallText(kept.filter((_, index) => index !== place))
      return withFilters(path, { ...others, ...(left !== undefined && { also: left }) })
    }
    const resultOf = (
      <CalledResult
        chain={chain}
        call={questions.call}
        fault={result?.fault}
        result={calledResult}
        decimals={decimals}
      />
    )
    if (functions.length === 0)
      return <NoContract>No read functions found: the ABI is unknown and the bytecode reveals none.</NoContract>
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {kept.length > 0 &&
          (keptResults ? (
            <KeptResults
              chain={chain}
              calls={kept}
              results={keptResults}
              decimals={decimals}
              hrefWithout={hrefWithout}
            />
          ) : (
            !called && result?.fault && <p className="text-bad text-sm">{result.fault.message}</p>
          ))}
        <Panel
          title="Read"
          aside={
            <>
              After block {result?.data?.block_number ?? values?.data?.block_number ?? answer.data.block_number}
              <SourceLink title="Functions" call={questions.functions} />
            </>
          }
        >
          <BlockForm path={path} filters={filters} />
          <GuessedFunctions functions={shown} />
          {values?.fault && <p className="px-4 py-2.5 text-bad text-sm">{values.fault.message}</p>}
          {called && !isListed && <div className="px-4 py-3">{resultOf}</div>}
          <ul className="divide-y divide-line">
            {shown.map((one) => {
              const isCalled = called !== undefined && callNameOf(one) === called.name
              const value = one.signature === null ? undefined : byFunction.get(one.signature)
              return (
                <FunctionForm
                  key={one.selector}
                  called={one}
                  action={path}
                  button="Read"
                  fields={filters.block !== undefined && <input type="hidden" name="block" value={filters.block} />}
                  furtherButton={
                    nextKept !== undefined && (
                      <Button type="submit" name="also" value={nextKept}>
                        Read, and keep other calls
                      </Button>
                    )
                  }
                  values={isCalled ? called.values : []}
                  isOpen={isCalled || value !== undefined}
                  hasForm={isCalled || value === undefined}
                >
                  {isCalled ? resultOf : value && <CallResult chain={chain} result={value} decimals={decimals} />}
                </FunctionForm>
              )
            })}
          </ul>
          <MoreFunctions count={functions.length - shown.length} />
        </Panel>
      </div>
    )
  },
})
