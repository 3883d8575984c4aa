'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { ExportChoice } from './export-choice.tsx'
import { ExportRun } from './export-run.tsx'
import type { ExportedList } from './exported-list.ts'
import { useExport } from './use-export.ts'

const phaseWords = { running: 'Exporting', paused: 'Paused', broken: 'Broke off', done: 'Exported' } as const

/** The dialog of an export. Closed, it says beside the button how far a running one is. */
export const ExportPanel = ({
  list,
  isOpen,
  onClose,
}: {
  list: ExportedList
  isOpen: boolean
  onClose: () => void
}) => {
  const { progress, start, ...controls } = useExport()
  const [fileName, setFileName] = useState('')
  if (!isOpen)
    return progress ? (
      <span className="bg-surface pl-2 text-muted text-xs tabular-nums">
        <span className="max-sm:sr-only">{phaseWords[progress.phase]} · </span>
        {groupedNumber(progress.rows)} <span className="max-sm:sr-only">rows</span>
      </span>
    ) : null
  return (
    <Modal onClose={onClose} aria-labelledby="export-title">
      <header className="flex items-center justify-between border-line border-b px-4 py-2">
        <h2 id="export-title" className="font-semibold text-sm">
          Export this list
        </h2>
        <form method="dialog">
          <Button type="submit" look="quiet" aria-label="Close" className="px-2">
            <X size={16} aria-hidden />
          </Button>
        </form>
      </header>
      {progress ? (
        <ExportRun progress={progress} fileName={fileName} {...controls} />
      ) : (
        <ExportChoice
          list={list}
          onFile={(address, { name, file }) => {
            setFileName(name)
            start(address, file)
          }}
        />
      )}
    </Modal>
  )
}
