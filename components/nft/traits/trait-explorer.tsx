import { ListFilter, X } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'
import { CardGrid } from '#components/kit/card-grid.tsx'
import { nftCardHeight } from '#components/nft/nft-card.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { toggled, traitText } from './chosen-traits.ts'
import { TraitFacets } from './trait-facets.tsx'
import type { ChosenTrait, FoundToken, TraitAnswer, TraitProgress, TraitQuestion } from './trait-messages.ts'
import { type OpenTraits, useTraits } from './use-traits.ts'

/** How many tokens match, and their order. */
const TraitResultBar = ({
  found,
  counted,
  question: { chosen, sort },
  orderName,
  onSortAgain,
  onSort,
}: {
  found: TraitAnswer | undefined
  counted: number
  question: TraitQuestion
  /** The order that is not rarity: `By number`. */
  orderName: string
  onSortAgain: () => void
  onSort: (sort: TraitQuestion['sort']) => void
}) => (
  <div className="flex flex-wrap items-center gap-2 px-4 pt-3 text-sm">
    <p role="status" className="mr-auto">
      {found && `${groupedNumber(found.matches)} ${found.matches === 1 ? 'token' : 'tokens'}`}
      {chosen.length > 0 && ' with these traits'}
      {found && found.matches > found.tokens.length && `, the first ${groupedNumber(found.tokens.length)} shown`}
    </p>
    {found && counted > found.counted && (
      <Button look="quiet" onClick={onSortAgain}>
        {groupedNumber(counted - found.counted)} more counted: sort again
      </Button>
    )}
    <label className="flex items-center gap-2">
      <span className="text-muted text-xs">Order</span>
      <select
        value={sort}
        onChange={({ target }) => onSort(target.value === 'id' ? 'id' : 'rarity')}
        className="h-8 rounded-lg border border-line bg-surface px-2 text-base sm:text-sm"
      >
        <option value="rarity">Rarest first</option>
        <option value="id">{orderName}</option>
      </select>
    </label>
  </div>
)

const ChosenTraits = ({
  chosen,
  onRemove,
}: {
  chosen: readonly ChosenTrait[]
  onRemove: (trait: ChosenTrait) => void
}) =>
  chosen.length > 0 && (
    <ul aria-label="Selected traits" className="flex flex-wrap gap-2 px-4 pt-2">
      {chosen.map((one) => (
        <li key={traitText(one)} className="max-w-full">
          <Button onClick={() => onRemove(one)} className="max-w-full">
            <span className="truncate">
              {one.trait}: {one.value}
            </span>
            <Icon of={X} size={14} role="img" aria-label="remove" />
          </Button>
        </li>
      ))}
    </ul>
  )

const announcedSteps = 4

/** The part of the collection that the shares below are based on, and controls of the counting. */
const TraitCoverage = ({
  progress,
  source,
  onGo,
  onPause,
  onAgain,
}: {
  progress: TraitProgress
  /** The source of the tokens, as text. */
  source: string
  onGo: (() => void) | undefined
  onPause: (() => void) | undefined
  onAgain: (() => void) | undefined
}) => {
  const { state, message, counted, total, described, pending, isSyncing } = progress
  const isDone = state === 'done'
  const percent = isDone ? 100 : total ? Math.min(99, Math.floor((counted / total) * 100)) : undefined
  const isRunning = state === 'counting' || state === 'waiting'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 text-sm">
      <p>
        {isDone ? 'Counted all ' : 'Counted '}
        <span className="font-medium">{groupedNumber(counted)}</span>
        {!isDone && total !== null && ` of ${groupedNumber(total)}`} tokens
        {!isDone && percent !== undefined && `, ${percent} %`}
        {counted > described && `, ${groupedNumber(counted - described)} of them without metadata`}
        {pending > 0 && ` (${groupedNumber(pending)} of them being fetched)`}
        <span className="text-muted">, read from {source}</span>
        {isSyncing && <span className="text-warn">, which is still indexing this collection</span>}
      </p>
      {percent !== undefined && !isDone && <Meter percent={percent} />}
      {message && <p className={state === 'failed' ? 'text-bad' : 'text-warn'}>{message}</p>}
      {isRunning && <Button onClick={onPause}>Pause</Button>}
      {state === 'paused' && <Button onClick={onGo}>Resume</Button>}
      {isDone && (isSyncing || counted > described) && <Button onClick={onAgain}>Count again</Button>}
      {state === 'failed' && <Button onClick={onGo}>Try again</Button>}
      <span role="status" className="sr-only">
        {announced(state, percent)}
      </span>
    </div>
  )
}

/** Announced at quarters only, so that screen readers do not read out every page. */
const announced = (state: TraitProgress['state'], percent: number | undefined): string => {
  if (state === 'done') return 'All tokens are counted.'
  if (state === 'paused') return 'Counting is paused.'
  if (state === 'failed') return 'Counting has stopped.'
  if (state === 'waiting') return 'The server is busy; counting will resume.'
  return `Counting, ${Math.floor(((percent ?? 0) / 100) * announcedSteps) * (100 / announcedSteps)} % done.`
}

const idOf = ({ id }: FoundToken) => id

/** The traits of a collection, counted in the browser: select values to see the matching tokens by rarity. */
export const TraitExplorer = ({
  open,
  card,
  orderName,
  source,
  initial,
}: {
  /** The same function for the same collection. */
  open: OpenTraits
  card: (token: FoundToken) => ReactNode
  /** The order that is not rarity: `By number`. */
  orderName: string
  /** The source of the tokens, as text. */
  source: string
  initial: TraitQuestion
}) => {
  const top = useRef<HTMLDivElement>(null)
  /** On phones the traits are collapsed. */
  const [isOpen, setIsOpen] = useState(false)
  const isAtTop = useIsAtTop(top)
  const { progress, found, question, choose, go, again, pause, sortAgain } = useTraits(open, initial, isAtTop)
  const { chosen } = question
  const toggle = (one: ChosenTrait) => choose({ ...question, chosen: toggled(chosen, one) })
  if (!progress)
    return (
      <div className="px-4 py-10 text-center text-muted text-sm">
        <noscript>Counting traits needs JavaScript.</noscript>
        <p role="status" data-loading>
          Reading the collection
        </p>
      </div>
    )
  const { traits, described, counted, state } = progress
  // Tokens are sorted while they are counted: the list is empty at first.
  const isWithoutMatch = found?.matches === 0 && chosen.length > 0
  const isWaiting = !found || (found.matches === 0 && chosen.length === 0)
  const coverage = <TraitCoverage progress={progress} source={source} onGo={go} onPause={pause} onAgain={again} />
  if (traits.length === 0)
    return (
      <>
        {coverage}
        {(state === 'counting' || state === 'waiting') && <Skeleton data-loading className="m-4 h-40" />}
        {counted > 0 && (
          <EmptyState title={state === 'done' ? 'No token has attributes' : 'No attributes so far'}>
            None of the {groupedNumber(counted)} tokens counted here has traits in its metadata.
          </EmptyState>
        )}
        {counted === 0 && state === 'done' && (
          <EmptyState title="No NFTs">No token of this collection is known.</EmptyState>
        )}
      </>
    )
  return (
    <>
      {coverage}
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="border-line lg:border-r">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="traits"
            onClick={() => setIsOpen(!isOpen)}
            className="flex h-11 w-full items-center gap-2 border-line border-b px-4 text-sm lg:hidden"
          >
            <Icon of={ListFilter} size={15} /> {traits.length} {traits.length === 1 ? 'trait' : 'traits'}
            {chosen.length > 0 && <span className="text-accent">{chosen.length} selected</span>}
          </button>
          <div id="traits" className={isOpen ? undefined : 'hidden lg:block'}>
            <TraitFacets traits={traits} described={described} chosen={chosen} onToggle={toggle} />
          </div>
        </div>
        <div className="min-w-0">
          <div ref={top} />
          <TraitResultBar
            found={isWaiting ? undefined : found}
            counted={counted}
            question={question}
            orderName={orderName}
            onSortAgain={sortAgain}
            onSort={(sort) => choose({ ...question, sort })}
          />
          <ChosenTraits chosen={chosen} onRemove={toggle} />
          {isWithoutMatch && <EmptyState title="No token has these traits">Remove one of them.</EmptyState>}
          {isWaiting && <Skeleton data-loading className="m-4 h-40" />}
          <CardGrid label="Tokens" items={found?.tokens ?? []} keyOf={idOf} cardHeight={nftCardHeight} card={card} />
        </div>
      </div>
    </>
  )
}
