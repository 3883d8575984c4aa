'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { useAction } from '#components/ui/use-action.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { LabelSubject } from '#lib/format/label-subject.ts'
import { showLabels } from './show-labels.ts'
import { type Label, labelKey, labelMax, noteMax, plainLine } from './stored/label.ts'
import { keepLabels } from './stored/label-store.ts'

const lineOf = (given: FormData, name: string, max: number): string => {
  const line = plainLine(String(given.get(name) ?? ''), max)
  if (line === undefined) throw new ServiceError('invalid_request', `The ${name} contains invisible characters.`)
  return line
}

/** Name, note and watch state of a subject, stored in this browser. Saving it empty deletes the label. */
export const LabelForm = ({
  subject,
  known,
  onDone,
}: {
  subject: LabelSubject
  known: Label | undefined
  onDone: () => void
}) => {
  const { isBusy, error, run } = useAction()
  const [label, setLabel] = useState(known?.label ?? '')
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    void run(async () => {
      await keepLabels([
        {
          ...subject,
          label: lineOf(given, 'label', labelMax),
          note: lineOf(given, 'note', noteMax),
          isWatched: given.has('isWatched'),
          updatedAt: Date.now(),
        },
      ])
      void showLabels()
      onDone()
    })
  }
  return (
    <form key={labelKey(subject)} onSubmit={save} className="grid gap-3">
      <label>
        <span className={fieldLabelClasses}>Label</span>
        <input
          name="label"
          value={label}
          onChange={({ target }) => setLabel(target.value)}
          maxLength={labelMax}
          autoComplete="off"
          className={fieldClasses}
        />
      </label>
      <label>
        <span className={fieldLabelClasses}>Note</span>
        <input
          name="note"
          defaultValue={known?.note}
          maxLength={noteMax}
          autoComplete="off"
          placeholder="Optional"
          className={fieldClasses}
        />
      </label>
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" name="isWatched" defaultChecked={known?.isWatched} />
        On the watch list
      </label>
      {error instanceof Error && (
        <p role="alert" className="text-bad text-sm">
          {error.message}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
