import { Amount } from '#components/chain/amount.tsx'
import { ListTools } from '#components/source/source-link.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { momentOf, utcText } from '#lib/format/moment.ts'
import type { Call } from '#lib/pages/question.ts'

/** A balance at a moment, oldest first in a line. */
type LinePoint = { moment: number; balance: bigint }

const width = 100
const height = 30
/** Steps of a line's height: balances have more digits than a number can hold. */
const steps = 1_000n

/**
 * A balance over time: in steps if every change is known, otherwise straight lines between known balances. The text
 * beside it says the same.
 */
const BalanceLine = ({
  points,
  isSampled,
  className,
}: {
  points: readonly LinePoint[]
  isSampled: boolean
  className?: string
}) => {
  const line = linePath(points, isSampled)
  if (line === undefined) return null
  return (
    <svg
      aria-hidden
      viewBox={`0 -1 ${width} ${height + 2}`}
      preserveAspectRatio="none"
      className={classNames('stroke-accent', className)}
    >
      <path d={`${line}V${height}H0Z`} className="fill-accent/10 stroke-none" />
      <path d={line} fill="none" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Undefined for fewer than two moments: they have no line. */
export const linePath = (points: readonly LinePoint[], isSampled: boolean): string | undefined => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first.moment >= last.moment) return undefined
  const most = points.reduce((max, { balance }) => (balance > max ? balance : max), 1n)
  const x = ({ moment }: LinePoint) => round((width * (moment - first.moment)) / (last.moment - first.moment))
  const y = ({ balance }: LinePoint) => round(height - (height * Number((balance * steps) / most)) / Number(steps))
  const rest = points.slice(1).map((point) => (isSampled ? `L${x(point)} ${y(point)}` : `H${x(point)}V${y(point)}`))
  return `M0 ${y(first)}${rest.join('')}`
}

const round = (value: number): number => Math.round(value * 10) / 10

export type BalanceHistory = Output<EvmExplorerApi['evmBalanceHistory']>

/** Rows of the table; the export has all. */
const rowsMax = 10

const BalanceTable = ({ label, history: { result, cursor } }: { label: string; history: BalanceHistory }) => (
  <details className="mt-2 text-sm">
    <summary className="text-muted text-xs hover:text-accent">Show as a table</summary>
    <WideTable
      scrolls
      label={label}
      titles={['After block', 'Time (UTC)', 'Balance']}
      rows={result
        .slice(0, rowsMax)
        .map(({ block_number, block_timestamp, balance, balance_formatted }) => [
          groupedNumber(block_number),
          block_timestamp.slice(0, 19).replace('T', ' '),
          balance_formatted ?? balance,
        ])}
      className="mt-2 max-h-64 [&_:is(td,th)]:px-0 [&_:is(td,th)]:py-1 [&_:is(td,th):not(:first-child)]:text-right"
    />
    {(result.length > rowsMax || cursor !== null) && (
      <p className="mt-1 text-muted text-xs">The newest {rowsMax}; the export has all.</p>
    )}
  </details>
)

/** One coin or token: a small line, and the chart with its numbers when expanded. */
export const BalanceEntry = ({
  name,
  history,
  call,
  isOpen = false,
}: {
  name: string
  history: BalanceHistory
  call: Call
  isOpen?: boolean
}) => {
  const { result, symbol, decimals, is_sampled: isSampled, note, cursor } = history
  const points = result
    .map(({ block_timestamp, balance }) => ({ moment: momentOf(block_timestamp), balance: BigInt(balance) }))
    .reverse()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last)
    return (
      <p className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-muted">{note}</span>
        {last && (
          <span className="ml-auto">
            <Amount value={String(last.balance)} decimals={decimals} symbol={symbol} />
          </span>
        )}
      </p>
    )
  const most = points.reduce((max, { balance }) => (balance > max ? balance : max), 0n)
  const label = `Balance of ${name}`
  return (
    <details name="balance" open={isOpen} className="group/balance">
      <summary className="flex h-11 list-none items-center gap-4 px-4 text-sm">
        <span className="w-28 shrink-0 truncate font-medium">{name}</span>
        <BalanceLine points={points} isSampled={isSampled} className="h-6 min-w-0 grow group-open/balance:invisible" />
        <span className="shrink-0 text-right sm:w-36">
          <Amount value={String(last.balance)} decimals={decimals} symbol={symbol} />
        </span>
      </summary>
      <div className="px-4 pb-3">
        <p className="flex items-center justify-between gap-4 text-muted text-xs">
          <span>
            most <Amount value={String(most)} decimals={decimals} symbol={symbol} />
          </span>
          <span className="flex items-center">
            <ListTools title={label} call={call} />
          </span>
        </p>
        <figure aria-label={label}>
          <BalanceLine points={points} isSampled={isSampled} className="mt-1 h-32 w-full border-line border-b" />
        </figure>
        <p className="mt-1 flex justify-between gap-4 text-muted text-xs">
          <span>{utcText(first.moment).slice(0, 16)}</span>
          <span>{utcText(last.moment).slice(0, 16)} UTC</span>
        </p>
        <p className="mt-2 text-muted text-sm">
          {note ??
            (cursor === null
              ? `Every change: ${counted(result.length, 'balance')}.`
              : `The newest ${counted(result.length, 'balance')}. The export has every change.`)}
        </p>
        <BalanceTable label={`${label}, table`} history={history} />
      </div>
    </details>
  )
}
