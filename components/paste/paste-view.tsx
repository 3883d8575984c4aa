'use client'

import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Pasted } from '#lib/recognise/pasted.ts'
import { pastedCharactersMax } from '#lib/recognise/pasted-limits.ts'
import type { Served } from './finding.ts'
import { keepText, keptText, onHandedText } from './kept-text.ts'
import type { PastedList } from './pasted-list.tsx'

type Looked = { number: number; pasted: Pasted; List: typeof PastedList }

/** The code that parses a text and looks up its items loads with the first text. */
const loadReading = async () => {
  const [{ readPasted }, { PastedList }] = await Promise.all([
    import('#lib/recognise/pasted.ts'),
    import('./pasted-list.tsx'),
  ])
  return { readPasted, PastedList }
}

/** A field for any text, and what is in it. The text stays in the browser: only the single things are requested. */
export const PasteView = ({ served: given }: { served: Served }) => {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // A new object with the same text is no reason to look it up again.
  const [served] = useState(given)
  const [looked, setLooked] = useState<Looked>()
  const [isReady, setIsReady] = useState(false)

  const look = async (text: string) => {
    keepText(text)
    if (text.trim() === '') return setLooked(undefined)
    const { readPasted, PastedList } = await loadReading()
    // Another text may have come while the reading was loaded.
    if (keptText() !== text) return
    const pasted = readPasted(text)
    setLooked((before) => ({ number: (before?.number ?? 0) + 1, pasted, List: PastedList }))
  }
  const put = (text: string) => {
    // One character more than is read, so that the list can say that there is more.
    const shown = text.slice(0, pastedCharactersMax + 1)
    if (field.current) field.current.value = shown
    void look(shown)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was typed before the page was ready or given to it
  useEffect(() => {
    setIsReady(true)
    const typed = field.current?.value || keptText()
    if (typed) put(typed)
    return onHandedText(put)
  }, [])

  /** A paste into an empty field, or over all of its text, is looked up at once, up to the limit. */
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    if (selectionStart !== 0 || selectionEnd !== value.length) return
    event.preventDefault()
    put(event.clipboardData.getData('text/plain'))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void look(field.current?.value ?? '')
        }}
      >
        <label htmlFor={id} className="mb-1 block text-sm">
          Addresses, hashes, blocks, links to any explorer, log lines, tables or JSON
        </label>
        <textarea
          id={id}
          ref={field}
          rows={6}
          maxLength={pastedCharactersMax + 1}
          onPaste={paste}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
          }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="block w-full rounded-xl border border-line bg-surface px-3 py-2 font-mono text-base sm:text-sm"
        />
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" disabled={!isReady}>
            Look
          </Button>
          <Button disabled={!isReady} onClick={() => put('')}>
            Clear
          </Button>
          <p className="text-muted text-xs">
            The text is parsed in your browser. Only the items found are sent to the server.
          </p>
        </div>
      </form>
      {looked && looked.pasted.things.length > 0 && (
        <looked.List key={looked.number} pasted={looked.pasted} served={served} />
      )}
      {looked && looked.pasted.things.length === 0 && (
        <Panel>
          <EmptyState title="Nothing to look up in this text">
            It contains no address, hash, block number or explorer link.
          </EmptyState>
        </Panel>
      )}
    </div>
  )
}
