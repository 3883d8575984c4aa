import { ChevronRight } from 'lucide'
import type { CSSProperties } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmCallFrame, EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { percentOf } from '#lib/format/transaction.ts'
import type { CallRow } from './call-rows.ts'
import { argumentsText, reasonText } from './named-text.ts'

/** What made the calls: a transaction of the chain, or one that is not sent. */
type CallsOf = { transaction_hash: string } | { simulation: SimulationInput }

/** The input of a simulation, besides its chain. */
export type SimulationInput = {
  from?: string
  to?: string
  value?: string
  data?: string
  data_of?: string
  data_id?: string
  call?: string
  gas?: string
  block_number?: string
  before?: string
  balances?: string[]
}

export type CallView = {
  chain: string
  of: CallsOf
  symbol: string
  decimals: number
  /** Gas used by the whole transaction. */
  gasUsed: string
}

/** Deeper calls are not indented further: a page has a limited width. */
const indentMax = 24

export const indentOf = (level: number): CSSProperties => ({ '--level': Math.min(level, indentMax) }) as CSSProperties

type CallOf = Extract<CallRow, { kind: 'call' }>

/** A call in one line, two on a phone: what ran, how it ended, and the gas it used. */
export const CallLine = ({
  row: { frame, delegate, hasBelow },
  isOpen,
  view: { chain, symbol, decimals, gasUsed },
  onToggle,
  onShow,
}: {
  row: CallOf
  isOpen: boolean
  view: CallView
  onToggle: () => void
  onShow: () => void
}) => {
  const { type, to, to_label, value, error, reason, is_undone } = frame
  // A proxy's own ABI has few names: its delegate ran the call.
  const call = frame.call ?? delegate?.call ?? null
  const percent = percentOf(frame.gas_used, gasUsed)
  return (
    <>
      {hasBelow ? (
        <button
          type="button"
          aria-label={isOpen ? 'Collapse' : 'Expand'}
          onClick={onToggle}
          className="hit flex size-5 shrink-0 items-center justify-center text-muted hover:text-accent"
        >
          <Icon of={ChevronRight} size={14} className={classNames(isOpen && 'rotate-90')} />
        </button>
      ) : (
        <span className="size-5 shrink-0" />
      )}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 overflow-hidden max-lg:max-h-13 lg:flex-nowrap">
        <Badge className="shrink-0 font-mono">{type}</Badge>
        {to ? (
          <AddressLink
            chain={chain}
            address={to}
            label={to_label}
            className="max-w-28 shrink-0 max-lg:py-0.5 sm:max-w-44"
          />
        ) : (
          <span className="shrink-0 text-muted">not created</span>
        )}
        {delegate?.to && (
          <Badge className="shrink-0" title={`The proxy runs the code of ${delegate.to}`}>
            proxy
          </Badge>
        )}
        <a
          href={`#call-${frame.frame}`}
          title={call ? call.signature : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onShow()
          }}
          className="min-w-0 truncate font-mono text-xs leading-6 hover:text-accent max-lg:order-last max-lg:basis-full lg:leading-5"
        >
          {call ? (
            <>
              <span className={classNames('font-semibold', call.source === 'signatures' && 'guess')}>{call.label}</span>
              <span className="text-muted">({argumentsText(call)})</span>
            </>
          ) : (
            <span className="text-muted">{frame.selector ?? bareText(frame)}</span>
          )}
        </a>
        {value !== '0' && type !== 'DELEGATECALL' && (
          <Amount
            value={value}
            decimals={decimals}
            symbol={symbol}
            className={classNames('shrink-0 font-medium', is_undone && 'line-through')}
          />
        )}
        {error !== null && (
          <Badge tone="bad" title={error} className="min-w-0 max-w-60 shrink">
            <span className="truncate">{reason ? reasonText(reason) : error}</span>
          </Badge>
        )}
        {error === null && is_undone && (
          <Badge className="shrink-0" title="A call above it failed: nothing that it did lasts">
            undone
          </Badge>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-2 text-muted text-xs" title={`${percent}% of the gas used`}>
        <Meter percent={percent} className="w-16 max-lg:hidden" />
        <span className="min-w-14 text-right">{groupedNumber(frame.gas_used)}</span>
      </span>
    </>
  )
}

const bareText = ({ type, input_bytes }: CallOf['frame']): string => {
  if (type === 'SELFDESTRUCT') return 'destroyed'
  return type.startsWith('CREATE') ? `${groupedNumber(input_bytes)} bytes of code` : 'no calldata'
}

const logHref = ({ chain, of }: CallView, index: string): string =>
  'simulation' in of
    ? `#log-${index}`
    : `${evmTabPaths.transactionLogs({ chain, hash: of.transaction_hash })}?log=${index}#log-${index}`

/** A log in its place among the calls. */
export const LogLine = ({ row: { log }, view }: { row: Extract<CallRow, { kind: 'log' }>; view: CallView }) => {
  const { log_index, event } = log
  return (
    <>
      <span className="size-5 shrink-0" />
      <Badge tone="accent" className="shrink-0 font-mono">
        LOG
      </Badge>
      <Link
        href={logHref(view, log_index)}
        title={event ? event.signature : `Log ${log_index}`}
        className="min-w-0 grow truncate font-mono text-xs leading-5 hover:text-accent"
      >
        {event ? (
          <>
            <span className={classNames('font-semibold', event.source === 'signatures' && 'guess')}>{event.label}</span>
            <span className="text-muted">({argumentsText(event)})</span>
          </>
        ) : (
          <span className="text-muted">log {log_index}</span>
        )}
      </Link>
    </>
  )
}

type Context = { signal: AbortSignal }

/** All calls of a transaction, or of one that is not sent. */
export const framesQuery = ({ chain, of }: CallView) => ({
  queryKey: ['evm-calls', chain, of] as const,
  queryFn: async (context: Context): Promise<EvmCallTree['frames']> => {
    if ('simulation' in of) {
      const { frames } = await fromEvmExplorer('/evm/simulation').call({ chain, ...of.simulation }, context)
      return frames ?? []
    }
    return (await fromEvmExplorer('/evm/transactions/:transaction_hash/calls').call({ chain, ...of }, context)).frames
  },
})

/** One of these calls with everything in it. */
export const frameQuery = ({ chain, of }: CallView, frame: string) => ({
  queryKey: ['evm-call', chain, of, frame] as const,
  queryFn: async (context: Context): Promise<EvmCallFrame> =>
    'simulation' in of
      ? await fromEvmExplorer('/evm/simulation/calls/:frame').call({ chain, ...of.simulation, frame }, context)
      : await fromEvmExplorer('/evm/transactions/:transaction_hash/calls/:frame').call(
          { chain, ...of, frame },
          context,
        ),
})
