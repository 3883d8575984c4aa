'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useAction } from '#components/ui/use-action.ts'
import { showLabels } from './show-labels.ts'
import { type Label, labelKey } from './stored/label.ts'
import type { ReadLabels } from './stored/label-file.ts'
import { keepLabels } from './stored/label-store.ts'

const contentOf = ({ label, note, isWatched }: Label): string => JSON.stringify([label, note, isWatched])

/** A preview of an import: lists unreadable rows, and keeps existing labels unless the user chooses otherwise. */
export const LabelImport = ({
  text,
  own,
  onDone,
}: {
  text: string
  own: ReadonlyMap<string, Label>
  onDone: () => void
}) => {
  const [read, setRead] = useState<ReadLabels>()
  const { isBusy, error, run } = useAction()
  useEffect(() => {
    void import('./stored/label-file.ts').then(({ readLabelFile }) => setRead(readLabelFile(text)))
  }, [text])
  if (!read) return null
  // A later row of the same subject counts.
  const labels = [...new Map(read.labels.map((label) => [labelKey(label), label])).values()]
  const fresh = labels.filter((label) => !own.has(labelKey(label)))
  const other = labels.filter((label) => {
    const known = own.get(labelKey(label))
    return known && contentOf(known) !== contentOf(label)
  })
  const keep = (chosen: readonly Label[]) =>
    run(async () => {
      await keepLabels(chosen)
      void showLabels()
      onDone()
    })
  return (
    <Panel title="Import" className="mb-4">
      <div className="grid gap-3 p-4 text-sm">
        <p>
          {fresh.length} new, {other.length} that differ from yours, {labels.length - fresh.length - other.length} that
          you have already{read.faults.length > 0 && `, ${read.faults.length} that cannot be read`}.
        </p>
        {read.faults.length > 0 && (
          <ul aria-label="Rows that cannot be read" className="max-h-60 overflow-y-auto rounded-lg border border-line">
            {read.faults.map(({ place, fault, text: row }) => (
              <li key={`${place} ${row}`} className="border-line border-b px-3 py-1.5 last:border-b-0">
                <span className="font-medium">{place}</span>: {fault}
                <code className="wrap-anywhere block font-mono text-muted text-xs">{row}</code>
              </li>
            ))}
          </ul>
        )}
        {error instanceof Error && (
          <p role="alert" className="text-bad">
            {error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" disabled={isBusy || fresh.length === 0} onClick={() => keep(fresh)}>
            Add the {fresh.length} new
          </Button>
          {other.length > 0 && (
            <Button disabled={isBusy} onClick={() => keep([...fresh, ...other])}>
              Add them and replace {other.length} of yours
            </Button>
          )}
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </div>
    </Panel>
  )
}
