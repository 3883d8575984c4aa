import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { LineChart } from '#components/chain/line-chart.tsx'
import { threeDigits } from '#components/chain/rate-tiles.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { coinPriceCall } from '#components/evm/parts/coin-price.ts'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { GasShare } from '#components/evm/parts/gas-share.tsx'
import { gwei, inGwei } from '#components/evm/parts/in-gwei.ts'
import { chainParams } from '#components/evm/parts/params.ts'
import { Worth } from '#components/evm/parts/worth.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { Views } from '#components/ui/views.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmGas } from '#lib/evm/gas/contract.ts'
import { gasPriceEndpoints } from '#lib/evm/gas/contract.ts'
import type { EvmChainState, EvmCoinPrice } from '#lib/evm/network/contract.ts'
import { groupedNumber, gweiDecimals } from '#lib/format/amount.ts'
import { utcText } from '#lib/format/moment.ts'
import { callTo } from '#lib/pages/question.ts'

/** What one gas costs with a low, usual and high priority fee. Empty where no transactions are known. */
const levelsOf = ({ next_base_fee, priority_fee, blocks }: EvmGas): { title: string; price: bigint; tip: bigint }[] => {
  if (!priority_fee) return []
  const base = BigInt(next_base_fee ?? blocks[0]?.base_fee_per_gas ?? 0)
  const levels = [
    { title: 'Low', tip: BigInt(priority_fee.low) },
    { title: 'Usual', tip: BigInt(priority_fee.median) },
    { title: 'High', tip: BigInt(priority_fee.high) },
  ]
  return levels.map((level) => ({ ...level, price: base + level.tip }))
}

/** The price of gas in three levels, and what it consists of. */
const GasLevels = ({ state: { title }, gas }: { state: EvmChainState; gas: EvmGas }) => {
  const { next_block, next_base_fee, next_blob_base_fee, transaction_count, blocks } = gas
  const levels = levelsOf(gas)
  const oldest = blocks.at(-1)
  const newest = blocks[0]
  return (
    <>
      {levels.length > 0 && (
        <dl className="grid grid-cols-3 divide-x divide-line">
          {levels.map(({ title, price, tip }) => (
            <div key={title} className="min-w-0 px-4 py-4">
              <dt className="text-muted text-sm">{title}</dt>
              <dd className="mt-1 font-semibold text-lg">
                {inGwei(String(price))} <span className="text-muted max-sm:block">Gwei</span>
              </dd>
              <dd className="text-muted text-xs">priority fee {inGwei(String(tip))}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        {next_block && next_base_fee ? (
          <>
            The base fee of block {groupedNumber(next_block)} is{' '}
            <Amount value={next_base_fee} decimals={gweiDecimals} symbol="Gwei" />, as the node reports it.
          </>
        ) : (
          `The node of ${title} did not report the next base fee: that of the newest indexed block is used.`
        )}
        {next_blob_base_fee && (
          <>
            {' '}
            A blob gas costs <Amount value={next_blob_base_fee} decimals={gweiDecimals} symbol="Gwei" />.
          </>
        )}
        {newest && oldest && (
          <>
            {' '}
            Priority fees are the 10th, 50th and 90th percentiles of {groupedNumber(transaction_count)} transactions in{' '}
            {oldest === newest ? 'block ' : `blocks ${groupedNumber(oldest.block_number)} to `}
            {groupedNumber(newest.block_number)}.
          </>
        )}
      </p>
    </>
  )
}

const fields = ['selector', 'label', 'signature', 'transaction_count', 'gas_used'] as const

const historyQuestion = (chain: string, hours: number) => ({
  ...callTo(gasPriceEndpoints.evmGasHistory, { chain, hours }),
  part: `${hours} hours`,
})

/** What gas costs on a chain, and what usual calls cost. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.gas,
  kind: 'Gas',
  params: chainParams,
  questions: ({ chain, state }) => ({
    gas: state.source === 'hosted' ? undefined : callTo(gasPriceEndpoints.evmGas, { chain }),
    day: state.source === 'hosted' ? undefined : historyQuestion(chain, 24),
    week: state.source === 'hosted' ? undefined : historyQuestion(chain, 168),
    price: coinPriceCall(state),
  }),
  rows: async (_, { gas }) => rowsOf('evmGas', (await gas)?.data?.methods ?? [], fields),
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `What gas costs on ${place}, and what usual transactions cost.`,
    facts: [],
  }),
  body: async ({ state, questions, answers }) => {
    const [answer, day, week, price] = await Promise.all([answers.gas, answers.day, answers.week, answers.price])
    return (
      <>
        <PageTitle tools={<PageToolsButton />} kind="Gas" aside={<IndexMark state={state} />}>
          <Badge>{state.title}</Badge>
        </PageTitle>
        {!answer || !questions.gas ? (
          <Panel>
            <EmptyState title={`Gas prices of ${state.title} are not known here`}>
              They are computed from an index of the chain, and this server has none.
            </EmptyState>
          </Panel>
        ) : answer.fault ? (
          <Panel>
            <FaultState {...answer.fault} />
          </Panel>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Panel title="Price of one gas" aside={<SourceLink title="Price of one gas" call={questions.gas} />}>
              <GasLevels state={state} gas={answer.data} />
            </Panel>
            {day?.data && week?.data && questions.day && hasFees(week.data) && (
              <Panel title="Base fee over time" aside={<SourceLink title="Base fee over time" call={questions.day} />}>
                <Views
                  label="Time"
                  isInset
                  views={[day.data, week.data].filter(hasFees).map((history) => ({
                    title: history.hours === 24 ? '24 hours' : '7 days',
                    content: <FeeChart history={history} />,
                  }))}
                />
              </Panel>
            )}
            <Panel title="What transactions cost" aside={<RecordAside title="Methods" call={questions.gas} />}>
              <Methods state={state} gas={answer.data} price={price?.data?.price} />
            </Panel>
            <Panel title="Newest blocks" aside={<RecordAside title="Newest blocks" call={questions.gas} />}>
              <Blocks chain={state.chain} gas={answer.data} />
            </Panel>
          </div>
        )}
      </>
    )
  },
})

type History = Output<EvmExplorerApi['evmGasHistory']>

/** A single point is no line. */
const hasFees = ({ result }: History): boolean => result.filter(({ base_fee }) => base_fee !== null).length > 1

const FeeChart = ({ history: { hours, result } }: { history: History }) => (
  <LineChart
    label={`Base fee of ${hours} hours, Gwei`}
    titles={['From (UTC)', 'Median', 'Lowest', 'Highest']}
    format={threeDigits}
    points={result.map(({ from, base_fee }) => ({
      name: utcText(Date.parse(from)).slice(5, 16),
      ...(base_fee && {
        value: {
          low: Number(base_fee.low) / gwei,
          middle: Number(base_fee.median) / gwei,
          high: Number(base_fee.high) / gwei,
        },
      }),
    }))}
  />
)

const Methods = ({
  state: { symbol, decimals },
  gas,
  price: coinPrice,
}: {
  state: EvmChainState
  gas: EvmGas
  price: EvmCoinPrice['price'] | undefined
}) => {
  const levels = levelsOf(gas)
  if (gas.methods.length === 0)
    return (
      <EmptyState title="Too few transactions">
        The newest blocks have too few transactions for typical costs.
      </EmptyState>
    )
  return (
    <>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        The most frequent methods of the newest blocks, each with the median of the gas that it used. Names are guessed
        from selectors.
      </p>
      <WideTable
        label="Costs by method"
        titles={['#', 'Method', 'Transactions', 'Gas', ...levels.map(({ title }) => title)]}
        rows={gas.methods.map(({ selector, label, signature, transaction_count, gas_used }, index) => [
          String(index + 1),
          selector === null ? (
            `Transfer of ${symbol}`
          ) : (
            <span
              key="method"
              title={signature ?? undefined}
              className={classNames(
                'inline-block max-w-44 truncate align-bottom',
                label === null ? 'font-mono text-muted' : 'guess',
              )}
            >
              {label ?? selector}
            </span>
          ),
          groupedNumber(transaction_count),
          groupedNumber(gas_used),
          ...levels.map(({ title, price }) => {
            const value = String(price * BigInt(gas_used))
            return (
              <span key={title} className="whitespace-nowrap">
                <Amount value={value} decimals={decimals} symbol={symbol} />{' '}
                <Worth value={value} decimals={decimals} price={coinPrice} />
              </span>
            )
          }),
        ])}
      />
    </>
  )
}

const Blocks = ({ chain, gas: { blocks } }: { chain: string; gas: EvmGas }) => (
  <WideTable
    label="Gas of the newest blocks"
    titles={['Block', 'Time', 'Base fee, Gwei', 'Priority fee, Gwei', 'Gas used', 'Transactions']}
    rows={blocks.map(
      ({ block_number, block_timestamp, base_fee_per_gas, priority_fee, gas_used, gas_limit, transaction_count }) => [
        groupedNumber(block_number),
        <Timestamp key="time" iso={block_timestamp} />,
        base_fee_per_gas === null ? 'none' : <Amount key="base" value={base_fee_per_gas} decimals={gweiDecimals} />,
        priority_fee === null ? (
          'none'
        ) : (
          <span key="priority" className="whitespace-nowrap">
            <Amount value={priority_fee.median} decimals={gweiDecimals} />{' '}
            <span className="text-muted">
              (<Amount value={priority_fee.low} decimals={gweiDecimals} /> to{' '}
              <Amount value={priority_fee.high} decimals={gweiDecimals} />)
            </span>
          </span>
        ),
        <span key="used" className="flex items-center gap-2">
          <GasShare used={gas_used} limit={gas_limit} />
        </span>,
        <Link key="block" href={evmPaths.block({ chain, block: block_number })} className="text-accent hover:underline">
          {groupedNumber(transaction_count)}
        </Link>,
      ],
    )}
  />
)
