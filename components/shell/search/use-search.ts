import { useRouter } from 'next/navigation'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useState, useTransition } from 'react'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import type { FoundItems } from './found-items.ts'
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
export const useSearch = (field: RefObject<HTMLInputElement | null>, place: SearchPlace, initialText: string) => {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
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
    // A list of items or a private label is not a text to search for, and must not appear in a URL.
    const certain = (await loadSuggestions())?.optionsOf({ text, recent, ...place }).find(({ isCertain }) => isCertain)
    choose(
      certain ?? {
        text: entry,
        path: withFilters(serverPaths.search(), { q: entry, ...(place.current && { chain: place.current.chain }) }),
      },
    )
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
    setSelected(options[Math.max(-1, Math.min(options.length - 1, active + step))]?.key)
  }

  return {
    text,
    options,
    active,
    suggestions,
    found: shownFound,
    isPending,
    open,
    close,
    type,
    choose,
    forget,
    submit,
    move,
  }
}
