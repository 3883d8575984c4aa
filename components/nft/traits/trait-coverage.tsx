import { Button } from '#components/ui/button.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { TraitProgress } from './trait-messages.ts'

const announcedSteps = 4

/** The part of the collection that the shares below are based on, and controls of the counting. */
export const TraitCoverage = ({
  progress,
  source,
  onGo,
  onPause,
  onAgain,
}: {
  progress: TraitProgress
  /** The source of the tokens, as text. */
  source: string
  onGo: (() => void) | undefined
  onPause: (() => void) | undefined
  onAgain: (() => void) | undefined
}) => {
  const { state, message, counted, total, described, pending, isSyncing } = progress
  const isDone = state === 'done'
  const percent = isDone ? 100 : total ? Math.min(99, Math.floor((counted / total) * 100)) : undefined
  const isRunning = state === 'counting' || state === 'waiting'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 text-sm">
      <p>
        {isDone ? 'Counted all ' : 'Counted '}
        <span className="font-medium">{groupedNumber(counted)}</span>
        {!isDone && total !== null && ` of ${groupedNumber(total)}`} tokens
        {!isDone && percent !== undefined && `, ${percent} %`}
        {counted > described && `, ${groupedNumber(counted - described)} of them without metadata`}
        {pending > 0 && ` (${groupedNumber(pending)} of them being fetched)`}
        <span className="text-muted">, read from {source}</span>
        {isSyncing && <span className="text-warn">, which is still indexing this collection</span>}
      </p>
      {percent !== undefined && !isDone && <Meter percent={percent} />}
      {message && <p className={state === 'failed' ? 'text-bad' : 'text-warn'}>{message}</p>}
      {isRunning && <Button onClick={onPause}>Pause</Button>}
      {state === 'paused' && <Button onClick={onGo}>Resume</Button>}
      {isDone && (isSyncing || counted > described) && <Button onClick={onAgain}>Count again</Button>}
      {state === 'failed' && <Button onClick={onGo}>Try again</Button>}
      <span role="status" className="sr-only">
        {announced(state, percent)}
      </span>
    </div>
  )
}

/** Announced at quarters only, so that screen readers do not read out every page. */
const announced = (state: TraitProgress['state'], percent: number | undefined): string => {
  if (state === 'done') return 'All tokens are counted.'
  if (state === 'paused') return 'Counting is paused.'
  if (state === 'failed') return 'Counting has stopped.'
  if (state === 'waiting') return 'The server is busy; counting will resume.'
  return `Counting, ${Math.floor(((percent ?? 0) / 100) * announcedSteps) * (100 / announcedSteps)} % done.`
}
