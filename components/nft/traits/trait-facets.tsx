import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { isChosen } from './chosen-traits.ts'
import type { ChosenTrait, TraitSummary } from './trait-messages.ts'

const valuesFirst = 8

/** Every trait with its values, most frequent first, with counts and selection. */
export const TraitFacets = ({
  traits,
  described,
  chosen,
  onToggle,
}: {
  traits: readonly TraitSummary[]
  /** Tokens with known documents: the base of all shares. */
  described: number
  chosen: readonly ChosenTrait[]
  onToggle: (one: ChosenTrait) => void
}) =>
  traits.map((trait) => (
    <Facet key={trait.name} trait={trait} described={described} chosen={chosen} onToggle={onToggle} />
  ))

const Facet = ({
  trait: { name, tokens, values, valueCount, range },
  described,
  chosen,
  onToggle,
}: {
  trait: TraitSummary
  described: number
  chosen: readonly ChosenTrait[]
  onToggle: (one: ChosenTrait) => void
}) => {
  const [isWhole, setIsWhole] = useState(false)
  const shown = values.filter(
    ({ text }, index) => isWhole || index < valuesFirst || isChosen(chosen, { trait: name, value: text }),
  )
  const lacking = described - tokens
  const more = values.length - shown.length
  return (
    <fieldset className="border-line border-b px-4 py-3 text-sm last:border-b-0">
      <legend className="float-left mb-1 w-full">
        <span className="wrap-anywhere font-medium">{name}</span>{' '}
        <span className="text-muted text-xs">
          {groupedNumber(valueCount)} {valueCount === 1 ? 'value' : 'values'}
          {range && `, ${range.min} to ${range.max}`}
        </span>
      </legend>
      <ul className="clear-both">
        {shown.map(({ text, tokens: count }) => (
          <li key={text}>
            <label className="flex min-h-7 items-center gap-2 hover:text-accent">
              <input
                type="checkbox"
                checked={isChosen(chosen, { trait: name, value: text })}
                onChange={() => onToggle({ trait: name, value: text })}
                className="size-4 accent-accent"
              />
              <span className="min-w-0 flex-1 truncate" title={text}>
                {text}
              </span>
              <Share count={count} described={described} />
            </label>
          </li>
        ))}
        {lacking > 0 && (
          <li className="flex min-h-7 items-center gap-2 pl-6 text-muted">
            <span className="flex-1">without it</span>
            <Share count={lacking} described={described} />
          </li>
        )}
      </ul>
      {more > 0 && (
        <Button look="quiet" onClick={() => setIsWhole(true)} className="px-0">
          {values.length < valueCount ? `The ${values.length} most frequent` : `All ${values.length}`}
          <span className="sr-only"> values of {name}</span>
        </Button>
      )}
    </fieldset>
  )
}

const Share = ({ count, described }: { count: number; described: number }) => (
  <span className="whitespace-nowrap text-muted text-xs tabular-nums">
    {groupedNumber(count)} · {described === 0 ? 0 : ((count / described) * 100).toFixed(1)} %
  </span>
)
