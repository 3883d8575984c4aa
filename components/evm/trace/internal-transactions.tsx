import { ArrowRight, CornerDownRight } from 'lucide'
import { Amount } from '#components/chain/amount.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { revertReason } from '#components/evm/frames/transaction/revert-reason.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { LongText } from '#components/source/long-text.tsx'
import type { TextPath } from '#components/source/text-at.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { byteCount } from '#lib/base/hex.ts'
import type { InternalTransaction } from '#lib/evm/api/records/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'

/** `index`: its place among all calls. */
export type PlacedCall = { call: InternalTransaction; index: number; depth: number; isPlaced: boolean }

/** The account as which a call runs: a delegate call runs foreign code as the caller itself. */
const runningAs = ({ type, from, to }: InternalTransaction): string | null =>
  /^(DELEGATECALL|CALLCODE)$/i.test(type) ? from : to

/**
 * The depth of each call. The interface returns calls in execution order without their nesting, so it is inferred: the
 * caller is the innermost open call that runs as the caller's address. A call without a possible caller is placed at
 * the top and is not `isPlaced`.
 */
export const callFlow = (calls: readonly InternalTransaction[], root: string | null): PlacedCall[] => {
  const open: (string | null)[] = []
  return calls.map((call, index) => {
    let depth = open.length
    while (depth > 0 && open[depth - 1] !== call.from) depth--
    const isPlaced = depth > 0 || root === null || call.from === root
    open.length = depth
    open.push(runningAs(call))
    return { call, index, depth, isPlaced }
  })
}

const callsOnPage = 20
/** Maximum length of a call's input and output. */
const shownMax = 600
/** Deeper calls are not indented further: a page has a limited width. */
const indentMax = 8

/** Internal calls in execution order, each numbered by its place among all. */
export const InternalTransactions = ({
  chain,
  symbol,
  decimals,
  calls,
  from,
  call,
  path,
}: {
  chain: string
  symbol: string
  /** Of the native coin. */
  decimals: number
  calls: readonly PlacedCall[]
  /** The first call to show, as in the URL. */
  from: unknown
  /** The request whose response has the calls. */
  call: Call
  /** The path of the page. */
  path: string
}) => {
  const part = listPart(calls, from, callsOnPage)
  return (
    <>
      <ol className="text-sm">
        {part.items.map((placed) => (
          <CallRow
            key={placed.index}
            chain={chain}
            symbol={symbol}
            decimals={decimals}
            source={call}
            path={['internal_transactions', placed.index]}
            {...placed}
          />
        ))}
      </ol>
      <PartLinks part={part} noun="calls" href={(first) => `${path}?from=${first}`} />
    </>
  )
}

type RowProps = PlacedCall & {
  chain: string
  symbol: string
  decimals: number
  source: Call
  path: TextPath
}

const CallRow = ({ chain, symbol, decimals, index, call, depth, isPlaced, source, path }: RowProps) => {
  const { type, from, to, value, gas_used, input, output } = call
  // Beyond the interface: this server reports why a call was reverted.
  const error = typeof call.error === 'string' ? call.error : undefined
  const indent = Math.min(depth, indentMax)
  return (
    <li className="border-line border-b px-4 py-2.5 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:border-b-0">
      <div className="flex min-w-0 gap-2" style={{ paddingLeft: `${indent * 1.1}rem` }}>
        <span className="flex shrink-0 items-start gap-1.5 pt-px text-muted text-xs leading-5">
          {depth > 0 && <Icon of={CornerDownRight} size={14} className="mt-0.5" />}
          <span className="min-w-4 text-right">{index + 1}</span>
        </span>
        <div className="grid min-w-0 grow gap-1">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <AddressLink chain={chain} address={from} className="max-w-40" />
            <Icon of={ArrowRight} size={14} aria-label="to" className="shrink-0 text-muted" />
            {to ? (
              <AddressLink chain={chain} address={to} className="max-w-40" />
            ) : (
              <span className="text-muted">none</span>
            )}
            <Badge className="font-mono">{type}</Badge>
            {input.length >= 10 && !/^CREATE/i.test(type) && (
              <code data-mark={input.slice(0, 10)} className="font-mono text-muted text-xs">
                {input.slice(0, 10)}
              </code>
            )}
            {value !== '0' && <Amount value={value} decimals={decimals} symbol={symbol} className="font-medium" />}
            {error !== undefined && (
              <Badge tone="bad" title={cutText(error)}>
                {revertReason(output) ?? 'undone'}
              </Badge>
            )}
            {!isPlaced && <Badge tone="warn">creator not found</Badge>}
          </p>
          <details>
            <summary className="w-fit text-muted text-xs hover:text-accent">
              {groupedNumber(gas_used)} gas · input {groupedNumber(byteCount(input))} bytes, output{' '}
              {groupedNumber(byteCount(output))} bytes
            </summary>
            <div className="mt-2 grid gap-2">
              <LongText
                value={input}
                label="Copy input"
                wrap
                call={source}
                path={[...path, 'input']}
                shown={shownMax}
              />
              <LongText
                value={output}
                label="Copy output"
                wrap
                call={source}
                path={[...path, 'output']}
                shown={shownMax}
              />
            </div>
          </details>
        </div>
      </div>
    </li>
  )
}
