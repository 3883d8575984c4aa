'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { ExportChoice } from './export-choice.tsx'
import { ExportRun } from './export-run.tsx'
import type { ExportedList } from './exported-list.ts'
import { useExport } from './use-export.ts'

const phaseWords = { running: 'Exporting', paused: 'Paused', broken: 'Failed', done: 'Exported' } as const

/** The dialog of an export. When closed, it shows the progress of a running export and a way to reopen it. */
export const ExportPanel = ({
  list,
  isOpen,
  onOpen,
  onClose,
}: {
  list: ExportedList
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}) => {
  const { progress, start, ...controls } = useExport()
  const [fileName, setFileName] = useState('')
  if (!isOpen)
    return progress ? (
      <Button
        onClick={onOpen}
        aria-haspopup="dialog"
        className="pointer-events-auto rounded-full tabular-nums shadow-lg"
        title={fileName}
      >
        {phaseWords[progress.phase]} · {groupedNumber(progress.rows)} rows
      </Button>
    ) : null
  return (
    <Modal onClose={onClose} title="Export this list" className="pointer-events-auto">
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
