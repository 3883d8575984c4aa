import { Check, CircleX, Hourglass, LoaderCircle } from 'lucide'
import {
  type ChainFeed,
  isNotIndexed,
  servedFeeds,
  type TimelineView,
} from '#components/evm/timeline/feed/chain-feed.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

/** Selects the chains of the list, with the progress of each. At least one is always selected. */
export const ChainToggles = ({ view, onToggle }: { view: TimelineView; onToggle: (chain: string) => void }) => (
  <fieldset className="border-line border-b px-4 py-2">
    <legend className="sr-only">Chains</legend>
    <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap">
      {servedFeeds(view.feeds).map((feed) => {
        const { chain, title } = feed.chain
        const isOn = view.chosen.has(chain)
        return (
          <li key={chain}>
            <button
              type="button"
              aria-pressed={isOn}
              disabled={isOn && view.chosen.size === 1}
              onClick={() => onToggle(chain)}
              className={classNames(
                'inline-flex min-h-8 items-center whitespace-nowrap gap-1.5 rounded-lg border px-2.5 text-sm hover:border-accent',
                isOn ? 'border-line bg-sunken text-ink' : 'border-line border-dashed text-muted line-through',
              )}
            >
              {isOn && <FeedIcon feed={feed} />} {title}
              {isOn && <span className="text-muted text-xs">{wordsOf(feed)}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  </fieldset>
)

const wordsOf = (feed: ChainFeed): string => {
  const { chain, state, rows, late, isDone } = feed
  if (isNotIndexed(chain)) return 'nothing indexed yet'
  if (state === 'failed') return 'failed'
  if (state === 'slow') return 'still waiting'
  const count = rows.length + late.length
  if (count === 0 && !isDone) return 'loading'
  const isPartial = chain.status !== 'SYNCED' ? ', indexing' : ''
  return `${groupedNumber(count)}${isDone ? '' : '+'}${isPartial}`
}

const FeedIcon = ({ feed: { chain, state, isDone } }: { feed: ChainFeed }) => {
  if (state === 'failed') return <Icon of={CircleX} size={14} className="text-bad" />
  if (state === 'slow' || isNotIndexed(chain)) return <Icon of={Hourglass} size={14} className="text-warn" />
  if (state === 'loading' || state === 'unread')
    return <Icon of={LoaderCircle} size={14} className="text-muted motion-safe:animate-spin" />
  return isDone ? <Icon of={Check} size={14} className="text-good" /> : null
}
