'use client'

import { ChainCard } from '#components/chain/chain-card.tsx'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { useChainState } from '#components/evm/parts/coverage/use-chain-state.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { duration } from '#lib/format/moment.ts'

const words = {
  SYNCED: { title: 'Synced', tone: 'good' },
  PARTIAL: { title: 'Partial history', tone: 'neutral' },
  SYNCING: { title: 'Indexing', tone: 'warn' },
  STALLED: { title: 'Stopped', tone: 'bad' },
} as const

/** The state in a word. An index at the head is only called synced if it contains every block. */
const stateBadge = ({ status, index_complete }: EvmChainState) =>
  words[status === 'SYNCED' && index_complete === false ? 'PARTIAL' : status]

/** Progress of the index in whole per cent of the blocks it covers; 100 only when complete. */
const progressPercent = ({ first_block, indexed_block, head_block }: EvmChainState): number => {
  if (first_block === null || indexed_block === null || head_block === null) return 0
  const wanted = BigInt(head_block) - BigInt(first_block) + 1n
  const done = BigInt(indexed_block) - BigInt(first_block) + 1n
  return wanted <= 0n ? 100 : Number((done * 100n) / wanted)
}

/** The state of a chain in one line: its data source and its lag. */
export const ChainStateRow = ({
  state: initial,
  withCoverage = false,
  toIndexMore,
}: {
  state: EvmChainState
  /** Adds which blocks are missing. */
  withCoverage?: boolean
  /** How the operator can index what is missing: a sentence after it. */
  toIndexMore?: string | undefined
}) => {
  const state = useChainState(initial)
  const {
    chain,
    title,
    source,
    status,
    indexed_block,
    head_block,
    lag_seconds,
    decoding_percent,
    coverage_note,
    set_aside_blocks,
    refused_nodes = [],
    notices = [],
    internal_transfers: traced,
    list_blocks_left: unlisted,
    error,
  } = state
  const progress = progressPercent(state)
  const { title: word, tone } = stateBadge(state)
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 pr-12 pl-4 text-sm last:border-b-0">
      <Link href={evmPaths.chain({ chain })} className="flex items-center gap-2 font-medium hover:text-accent">
        <ChainIcon icon={state.icon} colour={state.colour} />
        {title}
      </Link>
      <Badge tone={tone}>{word}</Badge>
      {indexed_block !== null && (
        <span>
          <span className="text-muted">block</span> {groupedNumber(indexed_block)}
          {status !== 'SYNCED' && head_block !== null && (
            <span className="text-muted"> of {groupedNumber(head_block)}</span>
          )}
        </span>
      )}
      {status === 'SYNCING' && decoding_percent === null && (
        <span className="flex items-center gap-2 text-muted">
          <Meter percent={progress} /> {progress}%
        </span>
      )}
      {source === 'index' && lag_seconds !== null && (
        <span className="text-muted">
          {indexed_block === head_block ? 'up to the newest block' : `${duration(lag_seconds)} behind`}
        </span>
      )}
      {withCoverage && coverage_note && (
        <span className="text-muted">
          {coverage_note} {source === 'index' && toIndexMore}
        </span>
      )}
      {decoding_percent !== null && (
        <span className="flex items-center gap-2 text-muted">
          <Meter percent={decoding_percent} /> Updating the index: {decoding_percent}%. Older token transfers may be
          missing until it is done.
        </span>
      )}
      {withCoverage && traced && traced.blocks_left > 0 && (
        <span className="text-muted">Internal transfers: {counted(traced.blocks_left, 'block')} left to trace.</span>
      )}
      {withCoverage && traced?.error && <span className="text-bad">Internal transfers: {traced.error}</span>}
      {withCoverage && unlisted !== undefined && (
        <span className="text-muted">Lists by wallet and token: {counted(unlisted, 'block')} left to write.</span>
      )}
      {set_aside_blocks !== undefined && (
        <span className="text-muted">
          {groupedNumber(set_aside_blocks)} {set_aside_blocks === 1 ? 'block' : 'blocks'} set aside: inconsistent at
          every node, or not processed because {set_aside_blocks === 1 ? 'it' : 'they'} crashed the worker
        </span>
      )}
      {refused_nodes
        .filter((sentence) => !error?.includes(sentence))
        .map((sentence) => (
          <span key={sentence} className="text-bad">
            {sentence}
          </span>
        ))}
      {error && <span className="text-bad">{error}</span>}
      {withCoverage &&
        notices.map((sentence) => (
          <span key={sentence} className="text-muted">
            {sentence}
          </span>
        ))}
    </li>
  )
}

/** A chain on the home page. */
export const ChainStateCard = ({ state: initial }: { state: EvmChainState }) => {
  const state = useChainState(initial)
  const { chain, title, icon, colour, source, status, indexed_block, indexed_block_timestamp } = state
  const word = stateBadge(state)
  const isHosted = source === 'hosted'
  return (
    <ChainCard
      href={evmPaths.chain({ chain })}
      title={title}
      icon={icon}
      colour={colour}
      word={isHosted ? 'Hosted' : word.title}
      tone={isHosted ? 'neutral' : word.tone}
    >
      {isHosted && 'from the hosted service'}
      {!isHosted && indexed_block === null && (state.error ?? 'nothing indexed yet')}
      {!isHosted && indexed_block !== null && (
        <>
          Block {groupedNumber(indexed_block)}
          {status === 'SYNCING' && `, ${progressPercent(state)}%`}
          {indexed_block_timestamp && (
            <>
              {', '}
              <Timestamp iso={indexed_block_timestamp} />
            </>
          )}
        </>
      )}
    </ChainCard>
  )
}
