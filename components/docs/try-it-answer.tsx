import { Badge } from '#components/ui/badge.tsx'
import { AnswerBody } from './answer-body.tsx'
import type { Exchange } from './exchange.ts'

/** The response: URL, status, time, relevant headers, body. */
export const TryItAnswer = ({ answer }: { answer: Exchange }) => (
  <div className="grid grid-cols-1 gap-2">
    <p className="break-all font-mono text-muted text-xs leading-5">{answer.url}</p>
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={answer.status < 400 ? 'good' : 'bad'}>{answer.status}</Badge>
      <span className="text-muted">{Math.round(answer.durationMs)} ms</span>
    </p>
    {answer.headers.length > 0 && (
      <dl className="grid gap-x-3 font-mono text-xs leading-5 sm:grid-cols-[auto_1fr]">
        {answer.headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    <AnswerBody label="Copy body" answer={answer} />
  </div>
)
