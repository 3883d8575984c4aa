import { ListFilter } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'
import { CardGrid } from '#components/kit/card-grid.tsx'
import { nftCardHeight } from '#components/nft/nft-card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { toggled } from './chosen-traits.ts'
import { TraitCoverage } from './trait-coverage.tsx'
import { TraitFacets } from './trait-facets.tsx'
import type { ChosenTrait, FoundToken, TraitQuestion } from './trait-messages.ts'
import { ChosenTraits, TraitResultBar } from './trait-result-bar.tsx'
import { type OpenTraits, useTraits } from './use-traits.ts'

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
