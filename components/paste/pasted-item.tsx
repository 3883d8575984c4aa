import { memo } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { PastedThing } from '#lib/recognise/pasted.ts'
import { PastedOutcome } from './pasted-outcome.tsx'
import type { LookUp } from './use-look-ups.ts'

/** A row with a pasted item and its result. Only items that were found can be selected. */
export const PastedItem = memo(
  ({
    index,
    thing,
    lookUp,
    isChosen,
    onChoose,
    onRetry,
  }: {
    index: number
    thing: PastedThing
    lookUp: LookUp
    isChosen: boolean
    onChoose: (index: number, isChosen: boolean) => void
    onRetry: (index: number) => void
  }) => (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,2.2fr)]">
      <label className="flex size-7 items-center justify-center">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={lookUp.state !== 'found'}
          onChange={({ target }) => onChoose(index, target.checked)}
          className="size-4 accent-accent disabled:opacity-40"
        />
        <span className="sr-only">Choose {thing.text}</span>
      </label>
      <span className="flex min-w-0 items-center gap-1">
        <Hash value={thing.text} className="min-w-0" />
        <CopyButton value={thing.text} label="Copy what was pasted" />
      </span>
      <div className="min-w-0 max-lg:col-start-2">
        <PastedOutcome thing={thing} lookUp={lookUp} onRetry={() => onRetry(index)} />
      </div>
    </li>
  ),
)
