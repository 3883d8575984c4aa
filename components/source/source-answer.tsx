import { type ReactNode, useEffect, useState } from 'react'
import { AnswerBody } from '#components/docs/answer-body.tsx'
import type { Exchange } from '#components/docs/exchange.ts'
import { Badge } from '#components/ui/badge.tsx'
import { byteSize } from '#lib/format/byte-size.ts'
import { sourceFacts } from './source-facts.ts'

const everyMs = 1_000

/** The response and its source, index position, timing and age. */
export const SourceAnswer = ({ answer, answeredAt }: { answer: Exchange; answeredAt: number }) => {
  const [now, setNow] = useState(answeredAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  const { source, indexed, serverMs } = sourceFacts(answer, now)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
        <Said title="Status">
          <Badge tone={answer.status < 400 ? 'good' : 'bad'}>{answer.status}</Badge>
        </Said>
        <Said title="Source">{source}</Said>
        <Said title="Index position">{indexed}</Said>
        <Said title="Age of this response" isLive>
          {Math.max(0, Math.round((now - answeredAt) / 1_000))} s; computed for this request
        </Said>
        <Said title="Time taken">
          {serverMs === undefined ? '' : `${serverMs} ms in the server, `}
          {Math.round(answer.durationMs)} ms round trip
        </Said>
        <Said title="Size">{byteSize(answer.bytes)}</Said>
      </dl>
      <AnswerBody label="Copy response" answer={answer} />
    </div>
  )
}

const Said = ({ title, isLive = false, children }: { title: string; isLive?: boolean; children: ReactNode }) => (
  <div className="min-w-0" aria-live={isLive ? 'off' : undefined}>
    <dt className="text-muted text-xs">{title}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
