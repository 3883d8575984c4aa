import { X } from 'lucide'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { traitText } from './chosen-traits.ts'
import type { ChosenTrait, TraitAnswer, TraitQuestion } from './trait-messages.ts'

/** How many tokens match, and their order. */
export const TraitResultBar = ({
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

export const ChosenTraits = ({
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
