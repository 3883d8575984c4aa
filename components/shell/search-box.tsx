'use client'

import { Search } from 'lucide'
import { useRouter } from 'next/navigation'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState, useTransition } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { isTyping } from './is-typing.ts'

type Loaded = typeof import('./search-suggestions.tsx').searchSuggestions
type Suggestions = Parameters<Parameters<Loaded['show']>[0]>[0]
type Option = ReturnType<Suggestions['optionsOf']>[number]

/** Undefined if that code cannot be loaded: the box then searches, as it does without JavaScript. */
const loadSuggestions = (): Promise<Loaded | undefined> =>
  import('./search-suggestions.tsx').then(
    ({ searchSuggestions }) => searchSuggestions,
    () => undefined,
  )

/**
 * The one search box. Without JavaScript it is a plain form; with it, what the text may be is listed while it is typed, without
 * asking the server. `chain` is where to look when the text names none. `/` focuses the box that has `shortcut`.
 */
export const SearchBox = ({
  chain,
  text: initialText = '',
  shortcut = false,
  autoFocus = false,
  large = false,
}: {
  chain: string
  text?: string
  shortcut?: boolean
  autoFocus?: boolean
  large?: boolean
}) => {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initialText)
  const [recent, setRecent] = useState<string[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** Loaded when the field is first used: most pages are read without a search. */
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const options = isOpen && suggestions ? suggestions.optionsOf(text, recent, chain) : []

  useEffect(() => {
    if (!shortcut) return
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!field.current?.checkVisibility()) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [shortcut])

  // With autofocus the field has focus before it is interactive: the list opens with the first key.
  const open = () => {
    void loadSuggestions().then((loaded) => {
      loaded?.show(setSuggestions)
      setRecent(loaded?.recent() ?? [])
    })
    setIsOpen(true)
    setActive(-1)
  }
  const close = () => setIsOpen(false)
  const choose = (option: Pick<Option, 'text' | 'path' | 'handed' | 'named'>) => {
    void loadSuggestions().then((loaded) => loaded?.take(option, text))
    if (option.handed) setText('')
    close()
    field.current?.blur()
    startTransition(() => router.push(option.path))
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
    // Several things, or what one calls something, are no text to search for, and belong in no address.
    const certain = (await loadSuggestions())?.optionsOf(text, recent, chain).find(({ isCertain }) => isCertain)
    choose(certain ?? { text: entry, path: withFilters(serverPaths.search(), { q: entry }) })
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (!isOpen) field.current?.blur()
      return close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isOpen) return open()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setActive((index) => Math.max(-1, Math.min(options.length - 1, index + step)))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers in use
    <form
      role="search"
      aria-label={large ? 'Explorer' : undefined}
      action="/search"
      onSubmit={submit}
      className="relative w-full"
    >
      <Icon
        of={Search}
        size={large ? 20 : 16}
        className={classNames(
          '-translate-y-1/2 pointer-events-none absolute top-1/2 text-muted',
          large ? 'left-4' : 'left-3',
        )}
      />
      {isPending && <span data-pending hidden />}
      <input
        ref={field}
        name="q"
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          open()
        }}
        onFocus={open}
        onBlur={close}
        onKeyDown={move}
        // biome-ignore lint/a11y/noAutofocus: on the home page searching is what one comes for
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
        className={classNames(
          'w-full rounded-xl border border-line bg-surface text-ink placeholder:text-muted focus:border-accent focus-visible:-outline-offset-1 [&::-webkit-search-cancel-button]:hidden',
          large ? 'h-13 pr-4 pl-12 text-base shadow-sm' : 'h-9 rounded-lg pr-8 pl-9 text-base sm:text-sm',
        )}
      />
      {!large && shortcut && (
        <kbd className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 hidden rounded border border-line px-1.5 text-muted text-xs sm:block">
          /
        </kbd>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={options.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-xl border border-line bg-surface py-1 shadow-lg"
      >
        {suggestions && (
          <suggestions.Options
            listId={listId}
            options={options}
            active={active}
            onChoose={choose}
            onForget={text.trim() === '' ? forget : undefined}
          />
        )}
      </div>
    </form>
  )
}
