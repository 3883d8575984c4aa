import { useEffect, useRef } from 'react'
import { requestIdOf } from '#components/browser-send.ts'
import { Button } from '#components/ui/button.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import type { ExportProgress } from './export-job.ts'

const seconds = (durationMs: number): string => {
  const whole = Math.floor(durationMs / 1_000)
  if (whole < 60) return `${(durationMs / 1_000).toFixed(1)} s`
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const buttonWords = { running: 'Pause', paused: 'Resume', broken: 'Resume' } as const

/** Progress of an export, announced once per state to screen readers, with numbers to look up. */
export const ExportRun = ({
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
          {requestIdOf(fault) && <span className="text-muted"> Request {requestIdOf(fault)}</span>}
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
