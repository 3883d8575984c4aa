'use client'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { FamilyChain } from '#components/family.ts'
import { type FindLabels, followLabels, LabelName } from '#components/labels/label-name.tsx'
import type { LabelOption } from '#components/labels/stored/label-options.ts'
import { handText } from '#components/paste/kept-text.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Modal } from '#components/ui/modal.tsx'
import { candidateFamily, candidatePathOnAll, recognise } from '#lib/recognise/recognise.ts'
import { goTo } from './search/go-to.ts'
import { recentSearches, rememberSearch } from './search/recent-searches.ts'
import { type SearchOption, searchOptions } from './search/search-options.ts'

type Command = Pick<SearchOption, 'key' | 'title' | 'text' | 'path' | 'handed' | 'named'>

/** Pages that can be opened from anywhere. */
const pages = (chains: readonly FamilyChain[]): Command[] => [
  ...chains.flatMap(({ chain, title, path, lists = [] }) => [
    { key: `${chain} front`, title, text: 'Newest blocks and transactions', path },
    ...lists.map((list) => ({
      key: `${chain} ${list.title}`,
      title: list.title,
      text: title,
      path: list.path,
    })),
  ]),
  { key: 'paste', title: 'Paste anything', text: 'Many addresses, hashes and links at once', path: '/paste' },
  { key: 'compare', title: 'Compare', text: 'Two items side by side', path: '/compare' },
  { key: 'labels', title: 'Labels', text: 'Your labels and watch list', path: '/labels' },
  { key: 'home', title: 'Home', text: 'All chains', path: '/' },
  { key: 'status', title: 'Status', text: 'Sources, chains and jobs', path: '/status' },
  { key: 'docs', title: 'Docs', text: 'API reference', path: '/docs' },
]

/** Commands for a text: what it is recognised as, then the pages whose names contain all of its words. */
export const commandsFor = (
  text: string,
  recent: readonly string[],
  chains: readonly FamilyChain[],
  { pasted, labelled }: { pasted: string | undefined; labelled: readonly LabelOption[] },
): Command[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, text: about }: Command) =>
    words.every((word) => `${title} ${about}`.toLowerCase().includes(word))
  const found = pages(chains).filter(isMeant)
  const looked = [...searchOptions({ text, recent, chains, pasted, labelled }), ...onAllChains(text, chains)]
  return [...found, ...looked]
}

const onAllChains = (text: string, chains: readonly FamilyChain[]): Command[] =>
  recognise(text).flatMap((candidate) => {
    const isOnSeveral = chains.filter(({ family }) => family === candidateFamily(candidate)).length > 1
    const path = isOnSeveral ? candidatePathOnAll(candidate) : undefined
    return path ? [{ key: 'all chains', title: 'Wallet on all chains', text: candidate.value, path }] : []
  })

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const CommandOption = ({
  id,
  command: { title, text, named },
  isActive,
  onPoint,
  onGo,
}: {
  id: string
  command: Command
  isActive: boolean
  onPoint: () => void
  onGo: () => void
}) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onPointerMove={onPoint}
    onPointerDown={(event) => {
      event.preventDefault()
      onGo()
    }}
    className={classNames('flex cursor-pointer items-baseline gap-3 px-4 py-2 text-sm', isActive && 'bg-sunken')}
  >
    <span className="w-36 shrink-0 font-medium">{title}</span>
    {named ? <LabelName text={text} named={named} /> : <span className="truncate text-muted">{text}</span>}
  </div>
)

/** A single field for pages by name, and for any address, hash, number or word. */
export const CommandPalette = ({ chains, onClose }: { chains: readonly FamilyChain[]; onClose: () => void }) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  /** The pasted text with its line breaks, until something is typed. */
  const [pasted, setPasted] = useState<string>()
  const [active, setActive] = useState(0)
  const [recent] = useState(recentSearches)
  const [findLabels, setFindLabels] = useState<FindLabels>()
  useEffect(() => followLabels((find) => setFindLabels(() => find)), [])
  const commands = commandsFor(text, recent, chains, { pasted, labelled: findLabels?.(text) ?? [] })
  const go = (index: number) => {
    const command = commands[index]
    if (!command) return
    if (command.handed) handText(command.handed)
    if (text.trim() !== '' && command.text === text.trim() && !command.named) rememberSearch(command.text)
    onClose()
    goTo(command.path)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      go(active)
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(commands.length - 1, active + step))
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Modal onClose={onClose} aria-label="Commands" className="mt-[12dvh]">
      <input
        type="text"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const { nativeEvent } = event
          if (!(nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste')) setPasted(undefined)
          setActive(0)
        }}
        onPaste={({ clipboardData }) => setPasted(clipboardData.getData('text'))}
        onKeyDown={press}
        role="combobox"
        aria-label="Go to a page, or look something up"
        aria-expanded={commands.length > 0}
        aria-controls={id}
        aria-activedescendant={commands.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="Go to a page, or look something up"
        className="h-13 w-full border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <div ref={list} id={id} role="listbox" aria-label="Commands" className="max-h-[60dvh] overflow-y-auto py-1">
        {commands.map((command, index) => (
          <CommandOption
            key={command.key}
            id={`${id}-${index}`}
            command={command}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onGo={() => go(index)}
          />
        ))}
      </div>
      {commands.length === 0 && <p className="px-4 pt-1 pb-4 text-muted text-sm">No results.</p>}
    </Modal>
  )
}
