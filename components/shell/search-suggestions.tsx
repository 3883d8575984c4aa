import { handText } from '#components/paste/kept-text.ts'
import { classNames } from '#components/ui/class-names.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import { type SearchOption, searchOptions } from './search-options.ts'

/** The options of the search box's list; `active` is the index of the one that Enter takes. */
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
  /** Undefined where the options are not what was looked up before. */
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
        <span className="truncate font-mono">{option.text}</span>
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
        Forget recent searches
      </button>
    )}
  </>
)

/** What was pasted last anywhere on the page. */
let pasted = ''
document.addEventListener('paste', ({ clipboardData }) => {
  pasted = clipboardData?.getData('text') ?? ''
})

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A field of one line has lost the line breaks of a pasted text, which part its numbers. */
const optionsOf = (text: string, recent: readonly string[], chain: string): SearchOption[] =>
  searchOptions(text, recent, chain, inOneLine(pasted) === inOneLine(text) ? pasted : text)

/** What the search box needs once it is used, loaded then. */
export const searchSuggestions = {
  optionsOf,
  Options,
  recent: recentSearches,
  remember: rememberSearch,
  forget: forgetSearches,
  hand: handText,
}
