import { ChevronRight } from 'lucide'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { foldReasons } from '#lib/format/fold-reasons.ts'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { showAllKey, takeShowAll } from './show-all.ts'

export const chooseShowAll = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.setItem(showAllKey, '1')
    else localStorage.removeItem(showAllKey)
  } catch {
    // Storage is not available: the choice applies to this page.
  }
  takeShowAll(isOn)
}

/** The only cell of a line of folded suspicious rows: describes them and expands them. */
export const FoldButton = ({
  suspicions,
  isOpen,
  noun,
  showsAll,
  onClick,
}: {
  /** The suspicion of each row. */
  suspicions: readonly (Suspicion | undefined)[]
  isOpen: boolean
  /** The singular noun: `transfer`. */
  noun: string
  /** Whether such rows are expanded in every list. */
  showsAll: boolean
  onClick: () => void
}) => {
  const count = suspicions.length
  const title = `${groupedNumber(count)} ${noun}${count === 1 ? '' : 's'} ${isOpen ? 'usually hidden' : 'hidden'}: ${foldReasons(suspicions)}`
  return (
    // biome-ignore lint/a11y: a cell of a table by role
    <div role="cell" className="whole flex min-w-0 items-center gap-3 text-muted">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onClick}
        title={`${title}. Based on the rows loaded here; nothing is deleted or excluded from counts.`}
        className="flex min-h-7 min-w-0 grow items-center gap-1.5 text-left hover:text-ink"
      >
        <Icon of={ChevronRight} size={14} className={classNames('shrink-0', isOpen && 'rotate-90')} />
        <span className="min-w-0 lg:truncate">{title}</span>
      </button>
      <button
        type="button"
        role="switch"
        aria-checked={showsAll}
        onClick={() => chooseShowAll(!showsAll)}
        title="Suspicious rows of every list, in this browser"
        className="min-h-7 shrink-0 rounded px-1.5 text-xs underline decoration-dotted underline-offset-4 hover:text-ink aria-checked:font-semibold"
      >
        Show all{showsAll && <span aria-hidden>: on</span>}
      </button>
    </div>
  )
}
