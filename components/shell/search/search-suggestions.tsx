import type { FamilyChain } from '#components/family.ts'
import { type FindLabels, followLabels, LabelName } from '#components/labels/label-name.tsx'
import { handText } from '#components/paste/kept-text.ts'
import { classNames } from '#components/ui/class-names.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { shortHexDigits, shortHexNotice } from '#lib/format/written.ts'
import { type FoundItems, findItems } from './found-items.ts'
import { ItemLine, itemNameMax } from './item-line.tsx'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import { type SearchAsked, type SearchOption, searchOptions } from './search-options.ts'

/** The options of the search box's list; `active` is the index of the one that Enter opens. */
const Options = ({
  listId,
  options,
  active,
  chains,
  onChoose,
  onForget,
}: {
  listId: string
  options: readonly SearchOption[]
  active: number
  chains: readonly FamilyChain[]
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
        {option.item ? (
          <ItemLine item={option.item} chains={chains} />
        ) : (
          <>
            <span className="w-36 shrink-0 text-muted">{option.title}</span>
            {option.named ? (
              <LabelName text={option.text} named={option.named} />
            ) : (
              <span className="truncate font-mono">{option.text}</span>
            )}
          </>
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

/** What is known about the search for names so far. */
const FoundState = ({ found: { text, state, items, unanswered } }: { found: FoundItems }) => {
  const digits = shortHexDigits(text)
  const words = [
    ...(digits === undefined ? [] : [shortHexNotice(digits)]),
    ...(state === 'loading' ? ['Searching…'] : []),
    ...(state === 'failed' ? ['Suggestions could not be loaded. Press Enter to search.'] : []),
    ...(state === 'done' && items.length === 0 ? [`Nothing starts with “${cutText(text, itemNameMax)}”.`] : []),
    ...(unanswered.length > 0 ? [`No answer yet from ${unanswered.join(', ')}.`] : []),
  ]
  return words.length === 0 ? null : (
    <p role="status" className="wrap-anywhere px-4 py-2 text-muted text-xs">
      {words.join(' ')}
    </p>
  )
}

/** The text last pasted anywhere on the page. */
let pasted = ''
document.addEventListener('paste', ({ clipboardData }) => {
  pasted = clipboardData?.getData('text') ?? ''
})

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Undefined until labels have loaded. */
let findLabels: FindLabels | undefined

/** The server is only asked for a text that matches no label: labels are private, and must not reach it by being typed. */
const findUnlabelled: typeof findItems = (text, report) => {
  if (findLabels?.(text).length === 0) return findItems(text, report)
  report(undefined)
  return () => {}
}

/** A one-line field drops the line breaks of a pasted text, which separate its numbers. */
const optionsOf = (asked: Omit<SearchAsked, 'pasted' | 'labelled'>): SearchOption[] =>
  searchOptions({
    ...asked,
    pasted: inOneLine(pasted) === inOneLine(asked.text) ? pasted : asked.text,
    labelled: findLabels?.(asked.text) ?? [],
  })

/** The chosen suggestion. Labels are not search texts, so they are not remembered as recent searches. */
const take = ({ text: shown, handed, named }: Pick<SearchOption, 'text' | 'handed' | 'named'>, text: string): void => {
  if (handed !== undefined) handText(handed)
  else if (!named) rememberSearch(text.trim() || shown)
}

/** Loaded when the search box is first used. */
const loaded = {
  optionsOf,
  Options,
  FoundState,
  findItems: findUnlabelled,
  recent: recentSearches,
  forget: forgetSearches,
  take,
}

type Show = (suggestions: typeof loaded) => void
let current = loaded
let showing: Show | undefined
let follows: (() => void) | undefined

/** Shows the current suggestions, and again when labels have loaded or changed. Only one box is in use at a time. */
const show = (box: Show): void => {
  showing = box
  box(current)
  if (follows) return
  findLabels = undefined
  follows = followLabels((find) => {
    findLabels = find
    current = { ...loaded }
    showing?.(current)
  })
  // There are no labels.
  if (!follows) findLabels = () => []
}

export const searchSuggestions = { ...loaded, show }
