'use client'

import { type ClipboardEvent, type ComponentType, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Pasted } from '#lib/recognise/pasted.ts'
import { pastedCharactersMax } from '#lib/recognise/pasted-limits.ts'
import { handText, keptText, onHandedText } from './kept-text.ts'

type Looked = { number: number; pasted: Pasted; List: ComponentType<{ pasted: Pasted }> }

/** A field for any text, and a list of the items in it. The text stays in the browser: only the items are sent. */
export const PasteView = () => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [looked, setLooked] = useState<Looked>()
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    const look = async (text: string) => {
      // One character more than the limit, so that the list can say that there is more.
      if (field.current) field.current.value = text.slice(0, pastedCharactersMax + 1)
      if (text.trim() === '') return setLooked(undefined)
      const [{ readPasted }, { PastedList }] = await Promise.all([
        import('#lib/recognise/pasted.ts'),
        import('./pasted-list.tsx'),
      ])
      // Another text may have been entered while the code was loading.
      if (keptText() !== text) return
      setLooked((before) => ({ number: (before?.number ?? 0) + 1, pasted: readPasted(text), List: PastedList }))
    }
    setIsReady(true)
    const unfollow = onHandedText((text) => void look(text))
    const typed = field.current?.value || keptText()
    if (typed) handText(typed)
    return unfollow
  }, [])

  /** Text pasted into an empty field, or over all of it, is looked up at once. */
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    if (selectionStart !== 0 || selectionEnd !== value.length) return
    event.preventDefault()
    handText(event.clipboardData.getData('text/plain'))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          handText(field.current?.value ?? '')
        }}
      >
        <label htmlFor="pasted" className="mb-1 block text-sm">
          Addresses, hashes, block numbers and explorer links: a list, a column, JSON or log lines
        </label>
        <textarea
          id="pasted"
          ref={field}
          rows={6}
          maxLength={pastedCharactersMax + 1}
          onPaste={paste}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="block w-full rounded-xl border border-line bg-surface px-3 py-2 font-mono text-base sm:text-sm"
        />
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" disabled={!isReady}>
            Look up
          </Button>
          <Button disabled={!isReady} onClick={() => handText('')}>
            Clear
          </Button>
          <p className="text-muted text-xs">The text is read in your browser. Only the items found are sent.</p>
        </div>
      </form>
      {looked && looked.pasted.items.length > 0 && <looked.List key={looked.number} pasted={looked.pasted} />}
      {looked?.pasted.items.length === 0 && (
        <Panel>
          <EmptyState title="Nothing to look up">
            The text contains no address, hash, block number or explorer link.
          </EmptyState>
        </Panel>
      )}
    </div>
  )
}
