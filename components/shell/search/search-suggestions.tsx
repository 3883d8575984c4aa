import { type FindLabels, followLabels } from '#components/labels/follow-labels.ts'
import { LabelName } from '#components/labels/label-name.tsx'
import { handText } from '#components/paste/kept-text.ts'
import { classNames } from '#components/ui/class-names.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import { type SearchOption, searchOptions } from './search-options.ts'

/** The options of the search box's list; `active` is the index of the one that Enter opens. */
const Options = ({
  listId,
  options,
  active,
  onChoose,
  onForget,
}: {
  listId: string
  options: readonly SearchOption[]
  active: number
  onChoose: (option: SearchOption) => void
  /** Undefined if the options are not recent searches. */
  onForget: (() => void) | undefined
}) => (
  <>
    {options.map((option, index) => (
      <div
        key={option.key}
        id={`${listId}-${index}`}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        // Before the field loses focus and the list closes.
        onMouseDown={(event) => {
          event.preventDefault()
          onChoose(option)
        }}
        className={classNames(
          'flex cursor-pointer items-baseline gap-3 px-4 py-2 text-sm hover:bg-sunken',
          index === active && 'bg-sunken',
        )}
      >
        <span className="w-36 shrink-0 text-muted">{option.title}</span>
        {option.named ? (
          <LabelName text={option.text} named={option.named} />
        ) : (
          <span className="truncate font-mono">{option.text}</span>
        )}
      </div>
    ))}
    {onForget && options.length > 0 && (
      <button
        type="button"
        onMouseDown={(event) => {
          event.preventDefault()
          onForget()
        }}
        className="w-full px-4 py-2 text-left text-muted text-xs hover:text-accent"
      >
        Clear recent searches
      </button>
    )}
  </>
)

/** The text last pasted anywhere on the page. */
let pasted = ''
document.addEventListener('paste', ({ clipboardData }) => {
  pasted = clipboardData?.getData('text') ?? ''
})

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

let findLabels: FindLabels = () => []

/** A one-line field drops the line breaks of a pasted text, which separate its numbers. */
const optionsOf = (text: string, recent: readonly string[], chain: string): SearchOption[] =>
  searchOptions(text, recent, chain, inOneLine(pasted) === inOneLine(text) ? pasted : text, findLabels(text))

/** The chosen suggestion. Labels are not search texts, so they are not remembered as recent searches. */
const take = ({ text: shown, handed, named }: Pick<SearchOption, 'text' | 'handed' | 'named'>, text: string): void => {
  if (handed !== undefined) handText(handed)
  else if (!named) rememberSearch(text.trim() || shown)
}

/** Loaded when the search box is first used. */
const loaded = { optionsOf, Options, recent: recentSearches, forget: forgetSearches, take }

type Show = (suggestions: typeof loaded) => void
let current = loaded
let showing: Show | undefined
let follows: (() => void) | undefined

/** Shows the current suggestions, and again when labels have loaded or changed. Only one box is in use at a time. */
const show = (box: Show): void => {
  showing = box
  box(current)
  if (follows) return
  follows = followLabels((find) => {
    findLabels = find
    current = { ...loaded }
    showing?.(current)
  })
}

export const searchSuggestions = { ...loaded, show }
