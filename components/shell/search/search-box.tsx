'use client'

import { Search } from 'lucide'
import { usePathname } from 'next/navigation'
import {
  type FormEvent,
  type KeyboardEvent as KeyPress,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { FamilyChain } from '#components/family.ts'
import { Icon } from '#components/ui/icon.tsx'
import { isTyping } from '#components/ui/is-typing.ts'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { chainOfPage } from './chain-of-page.ts'
import type { FoundItems } from './found-items.ts'
import { goTo } from './go-to.ts'
import type { SearchPlace } from './search-options.ts'

type Loaded = typeof import('./search-suggestions.tsx').searchSuggestions
type Suggestions = Parameters<Parameters<Loaded['show']>[0]>[0]
type Option = ReturnType<Suggestions['optionsOf']>[number]

/** Undefined if that code cannot be loaded: the box then searches, as it does without JavaScript. */
const loadSuggestions = (): Promise<Loaded | undefined> =>
  import('./search-suggestions.tsx').then(
    ({ searchSuggestions }) => searchSuggestions,
    () => undefined,
  )

/** The text of a search box, its list of suggestions, and where a choice leads. */
const useSearch = (field: RefObject<HTMLInputElement | null>, place: SearchPlace, initialText: string) => {
  const [text, setText] = useState(initialText)
  const [recent, setRecent] = useState<string[]>([])
  const [isOpen, setIsOpen] = useState(false)
  /** The key of the selected option: others may arrive above it. */
  const [selected, setSelected] = useState<string>()
  const [found, setFound] = useState<FoundItems>()
  /** Loaded when the field is first used: most visits do not search. */
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const shownFound = isOpen && found?.text === text.trim() ? found : undefined
  const options =
    isOpen && suggestions ? suggestions.optionsOf({ text, recent, ...place, items: shownFound?.items }) : []
  const active = options.findIndex(({ key }) => key === selected)
  // Names are asked for once typing pauses; an answer to an earlier text is dropped.
  useEffect(
    () => (isOpen && suggestions ? suggestions.findItems(text, setFound) : undefined),
    [text, isOpen, suggestions],
  )

  // With autofocus the field has focus before it is interactive: the list opens with the first key.
  const open = () => {
    void loadSuggestions().then((loaded) => {
      loaded?.show(setSuggestions)
      setRecent(loaded?.recent() ?? [])
    })
    setIsOpen(true)
    setSelected(undefined)
  }
  const close = () => setIsOpen(false)
  const type = (typed: string) => {
    setText(typed)
    open()
  }
  const choose = (option: Pick<Option, 'text' | 'path' | 'handed' | 'named'>) => {
    void loadSuggestions().then((loaded) => loaded?.take(option, text))
    if (option.handed) setText('')
    close()
    field.current?.blur()
    goTo(option.path)
  }
  const forget = () => {
    suggestions?.forget()
    setRecent([])
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = options[active]
    const entry = text.trim()
    if (chosen) return choose(chosen)
    if (!entry) return
    // A list of items or a private label is not a text to search for, and must not appear in a URL.
    const certain = (await loadSuggestions())?.optionsOf({ text, recent, ...place }).find(({ isCertain }) => isCertain)
    choose(
      certain ?? {
        text: entry,
        path: withFilters(serverPaths.search(), { q: entry, ...(place.current && { chain: place.current.chain }) }),
      },
    )
  }
  const move = (event: KeyPress) => {
    if (event.key === 'Escape') {
      if (!isOpen) field.current?.blur()
      return close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isOpen) return open()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setSelected(options[Math.max(-1, Math.min(options.length - 1, active + step))]?.key)
  }

  return {
    text,
    options,
    active,
    suggestions,
    found: shownFound,
    open,
    close,
    type,
    choose,
    forget,
    submit,
    move,
  }
}

/** `/` focuses the field, if it is in view and nothing else is being typed in. */
const useFocusShortcut = (field: RefObject<HTMLInputElement | null>, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!field.current?.checkVisibility()) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [field, isOn])
}

/**
 * The search box. Without JavaScript it is a plain form; with it, suggestions appear while typing: meanings of an id at once, names
 * from the server. A number is looked up on the chain of the page first. `/` focuses the box that has `shortcut`.
 */
export const SearchBox = ({
  chains,
  chain,
  text: initialText = '',
  shortcut = false,
  autoFocus = false,
  large = false,
}: {
  /** The served chains of all families. */
  chains: readonly FamilyChain[]
  /** The chain to look on first, if that is not the chain of the page. */
  chain?: string
  text?: string
  shortcut?: boolean
  autoFocus?: boolean
  large?: boolean
}) => {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const pathname = usePathname()
  const current = chains.find((one) => one.chain === chain) ?? chainOfPage(chains, pathname)
  const search = useSearch(field, { chains, current }, initialText)
  const { text, options, active, suggestions, found } = search
  useFocusShortcut(field, shortcut)

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers in use
    <form
      role="search"
      aria-label={large ? 'Explorer' : undefined}
      action="/search"
      onSubmit={search.submit}
      className={large ? 'search search-large' : 'search'}
    >
      <Icon of={Search} size={large ? 20 : 16} className="search-lens" />
      {current && <input type="hidden" name="chain" value={current.chain} />}
      <input
        ref={field}
        name="q"
        type="search"
        value={text}
        onChange={(event) => search.type(event.target.value)}
        onFocus={search.open}
        onBlur={search.close}
        onKeyDown={search.move}
        // biome-ignore lint/a11y/noAutofocus: on the home page, search is what people come for
        autoFocus={autoFocus}
        role="combobox"
        aria-label="Search"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={large ? 'Address, transaction, block, or a link to one' : 'Search'}
        className="search-field"
      />
      {!large && shortcut && <kbd className="search-key">/</kbd>}
      <div hidden={options.length === 0 && !found} className="search-list">
        <div id={listId} role="listbox" aria-label="Suggestions">
          {suggestions && (
            <suggestions.Options
              listId={listId}
              options={options}
              active={active}
              chains={chains}
              onChoose={search.choose}
              onForget={text.trim() === '' ? search.forget : undefined}
            />
          )}
        </div>
        {suggestions && found && <suggestions.FoundState found={found} />}
      </div>
    </form>
  )
}
