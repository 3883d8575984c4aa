'use client'

import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-text.ts'
import { saveText } from '#components/ui/save-text.ts'
import type { Label } from './stored/label.ts'
import { removeLabels } from './stored/label-store.ts'

/** `labels-2026-05-01`. */
const fileName = (): string => `labels-${new Date().toISOString().slice(0, 10)}`

/** Actions for all listed labels: save, share, delete. */
export const LabelActions = ({
  labels,
  isFiltered,
  onImport,
}: {
  /** This browser's own. */
  labels: readonly Label[]
  isFiltered: boolean
  onImport: (text: string) => void
}) => {
  const file = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const [isClearing, setIsClearing] = useState(false)
  const save = async (ending: 'csv' | 'json') => {
    const { labelsCsv, labelsJson } = await import('./stored/label-file.ts')
    const text = ending === 'csv' ? labelsCsv(labels) : labelsJson(labels)
    saveText(`${fileName()}.${ending}`, ending === 'csv' ? 'text/csv' : 'application/json', text)
    setMessage(`${labels.length} saved.`)
  }
  const copyLink = async () => {
    const { labelFragment } = await import('./stored/label-link.ts')
    const fragment = await labelFragment(labels)
    if (typeof fragment !== 'string') return setMessage(fragment.fault)
    const isCopied = await copyText(`${location.origin}/labels${fragment}`)
    setMessage(
      isCopied ? 'Link copied. Anyone who opens it can add these labels.' : 'The browser blocked copying the link.',
    )
  }
  const clear = async () => {
    setIsClearing(false)
    await removeLabels(labels)
    setMessage('All deleted.')
  }
  const read = async (chosen: File | undefined) => {
    if (chosen) onImport(await chosen.text())
    if (file.current) file.current.value = ''
  }
  const isNone = labels.length === 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button disabled={isNone} onClick={() => save('csv')}>
        Save as CSV
      </Button>
      <Button disabled={isNone} onClick={() => save('json')}>
        Save as JSON
      </Button>
      <Button disabled={isNone} onClick={copyLink}>
        Copy as link
      </Button>
      <Button onClick={() => file.current?.click()}>Import a file</Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-label="File with labels"
        className="hidden"
        onChange={({ target }) => read(target.files?.[0])}
      />
      {isClearing ? (
        <span className="flex flex-wrap items-center gap-2 text-sm">
          {isFiltered ? `Delete the ${labels.length} found?` : `Delete all ${labels.length}?`} This cannot be undone.
          <Button look="primary" onClick={clear}>
            Delete
          </Button>
          <Button onClick={() => setIsClearing(false)}>Cancel</Button>
        </span>
      ) : (
        <Button disabled={isNone} onClick={() => setIsClearing(true)}>
          {isFiltered ? 'Clear found' : 'Clear all'}
        </Button>
      )}
      <span role="status" className="text-muted text-sm">
        {message}
      </span>
    </div>
  )
}
