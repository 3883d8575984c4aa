'use client'
import { useEffect, useRef, useState } from 'react'
import { responseRequestId } from '#components/browser-send.ts'
import { Button } from '#components/ui/button.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import type { ExportedList } from './export-button.tsx'
import { ExportChoice } from './export-choice.tsx'
import { type ExportFile, type ExportJob, type ExportProgress, startExport } from './export-job.ts'

const seconds = (durationMs: number): string => {
  const whole = Math.floor(durationMs / 1_000)
  if (whole < 60) return `${(durationMs / 1_000).toFixed(1)} s`
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const buttonWords = { running: 'Pause', paused: 'Resume', broken: 'Resume' } as const

/** Progress of an export, announced once per state to screen readers, with numbers to look up. */
const ExportRun = ({
  progress,
  fileName,
  pause,
  resume,
  cancel,
}: {
  progress: ExportProgress
  fileName: string
  pause: () => void
  resume: () => void
  /** Cancels it without a file, or dismisses a completed one. */
  cancel: () => void
}) => {
  const { phase, rows, bytes, durationMs, isIndexed, fault } = progress
  const isRunning = phase === 'running'
  const first = useRef<HTMLButtonElement>(null)
  // The button that started it is gone, and with it the keyboard focus.
  useEffect(() => first.current?.focus(), [])
  const count = `${groupedNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`
  const facts = [
    ['Rows', groupedNumber(rows)],
    ['Rows per second', durationMs > 0 ? groupedNumber(Math.round((1_000 * rows) / durationMs)) : '–'],
    ['Size', byteSize(bytes)],
    ['Time', seconds(durationMs)],
  ] as const
  return (
    <div className="grid gap-4 p-4 text-sm">
      <p role="status" className="min-w-0 break-words font-medium">
        {isRunning && `Writing ${fileName}`}
        {phase === 'paused' && 'Paused'}
        {phase === 'broken' && 'Export failed'}
        {phase === 'done' && `Complete: ${count} in ${fileName}`}
      </p>
      {phase === 'broken' && (
        <p role="alert" className="text-bad">
          {fault instanceof Error ? fault.message : 'The server could not be reached.'}
          {responseRequestId(fault) && <span className="text-muted"> Request {responseRequestId(fault)}</span>}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {facts.map(([title, value]) => (
          <div key={title} className="rounded-lg bg-sunken px-3 py-2">
            <dt className="text-muted text-xs">{title}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {!isIndexed && (
        <p className="text-warn">
          This list is not fully indexed yet: the file contains what is indexed now, and rows may be missing.
        </p>
      )}
      {isRunning && (
        <p className="text-muted text-xs">
          The export continues when you close this dialog or open other pages, and ends when you close or reload the
          tab.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {phase !== 'done' && (
          <Button ref={first} look={isRunning ? 'plain' : 'primary'} onClick={isRunning ? pause : resume}>
            {buttonWords[phase]}
          </Button>
        )}
        <Button look="quiet" onClick={cancel}>
          {phase === 'done' ? 'Export again' : 'Cancel'}
        </Button>
      </div>
    </div>
  )
}

/** Runs one export at a time; it ends when its component unmounts. */
const useExport = () => {
  const job = useRef<ExportJob>(undefined)
  const [progress, setProgress] = useState<ExportProgress>()
  const cancel = () => {
    job.current?.cancel()
    job.current = undefined
    setProgress(undefined)
  }
  useEffect(() => () => job.current?.cancel(), [])
  return {
    progress,
    start: (address: string, file: ExportFile) => {
      cancel()
      job.current = startExport(address, file, setProgress)
    },
    pause: () => job.current?.pause(),
    resume: () => job.current?.resume(),
    cancel,
  }
}

const phaseWords = { running: 'Exporting', paused: 'Paused', broken: 'Failed', done: 'Exported' } as const

/** The dialog of an export. When closed, it shows the progress of a running export and a way to reopen it. */
const ExportPanel = ({
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
    <Modal onClose={onClose} title={list.title ?? 'Export this list'} className="pointer-events-auto">
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

/**
 * The exports started in this tab. They continue across pages; those with a closed dialog are shown in the corner.
 * `asked`: the list whose dialog should open.
 */
export const ExportPanels = ({ asked, onClose }: { asked: ExportedList | undefined; onClose: () => void }) => {
  const [lists, setLists] = useState<readonly ExportedList[]>([])
  const [reopened, setReopened] = useState<string>()
  if (asked && !lists.some(({ address }) => address === asked.address)) setLists([...lists, asked])
  const open = asked?.address ?? reopened
  return (
    <div className="pointer-events-none fixed right-4 bottom-4 z-40 grid justify-items-end gap-2 print:hidden">
      {lists.map((list) => (
        <ExportPanel
          key={list.address}
          list={list}
          isOpen={list.address === open}
          onOpen={() => setReopened(list.address)}
          onClose={() => {
            setReopened(undefined)
            if (asked) onClose()
          }}
        />
      ))}
    </div>
  )
}
