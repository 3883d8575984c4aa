import { type ReactNode, useEffect, useState } from 'react'
import { AnswerBody, type AnsweredRequest, sendRequest } from '#components/docs/answer-body.tsx'
import { curlOf, environmentKey, fetchOf } from '#components/docs/example-code.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Views } from '#components/ui/views.tsx'
import { buildRequest } from '#lib/api/client/build-request.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { calledEndpoint } from './called-endpoint.ts'

const sources: Record<string, string> = {
  index: 'own index or node',
  hosted: 'hosted service',
  demo: 'demo ledger (invented)',
}

const agoOf = (iso: string | undefined, now: number): string => {
  if (iso === undefined) return ''
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000))
  const [count, unit] =
    seconds < 120
      ? [seconds, 's']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'min']
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), 'h']
          : [Math.round(seconds / 86_400), 'days']
  return `, ${count} ${unit} old`
}

/** The source details in the headers of a response, as text. `now` in milliseconds. */
const sourceFacts = (
  { headers }: Pick<AnsweredRequest, 'headers'>,
  now: number,
): { source: string; indexed: string; serverMs: string | undefined } => {
  const headerValues = new Map(headers)
  const source = headerValues.get('x-spyglass-source')
  const indexed = headerValues.get('x-spyglass-indexed')
  const elsewhere = source === 'hosted' ? 'not reported by the hosted service' : 'no index involved'
  return {
    source: source === undefined ? 'no response' : (sources[source] ?? source),
    indexed: indexed === undefined ? elsewhere : `${indexed}${agoOf(headerValues.get('x-spyglass-indexed-time'), now)}`,
    serverMs: /\btotal;dur=([\d.]+)/.exec(headerValues.get('server-timing') ?? '')?.[1],
  }
}

const everyMs = 1_000

/** The response and its source, index position, timing and age. */
const SourceAnswer = ({ answer, answeredAt }: { answer: AnsweredRequest; answeredAt: number }) => {
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

type Outcome = { answer: AnsweredRequest; answeredAt: number } | { reason: string }

const isFailure = (outcome: Outcome): outcome is { reason: string } => 'reason' in outcome

/** Repeats the request of a part of the page over HTTP, as a program would, and shows its details. */
export const SourceDialog = ({ by, onClose }: { by: HTMLElement; onClose: () => void }) => {
  const [asked] = useState(() => calledEndpoint(by.dataset))
  const [title] = useState(by.dataset.title)
  const [reference] = useState(by.getAttribute('href') ?? '/docs')
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    const { method, path, example } = asked
    const request = buildRequest({ method, path }, example.input, { baseUrl: '' }, leaving.signal)
    sendRequest(request)
      .then((answer) => setOutcome({ answer, answeredAt: Date.now() }))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setOutcome({ reason: error instanceof Error ? error.message : String(error) })
      })
    return () => leaving.abort()
  }, [asked])
  if (!asked) return null
  return (
    <Modal
      onClose={onClose}
      aria-labelledby="source-title"
      className="w-[min(46rem,calc(100vw-1rem))] overflow-y-auto max-sm:max-h-[92dvh]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
        <div>
          <h2 id="source-title" className="font-semibold text-base">
            Data source: {title}
          </h2>
          <p className="mt-1 break-all font-mono text-muted text-xs leading-5">
            <span className="mr-1.5 font-semibold text-ink">{asked.method}</span>
            {asked.path}
          </p>
        </div>
        <Parameters input={asked.example.input} />
        <div aria-live="polite">
          {outcome === undefined && <Skeleton className="h-28 w-full" />}
          {outcome && isFailure(outcome) && (
            <p className="text-bad text-sm">The server could not be reached: {outcome.reason}</p>
          )}
          {outcome && !isFailure(outcome) && <SourceAnswer {...outcome} />}
        </div>
        <Views
          label="Code for this request"
          views={[
            {
              title: 'curl',
              content: <RawText label="Copy curl" value={curlOf(asked, location.origin, environmentKey)} wrap />,
            },
            {
              title: 'TypeScript',
              content: <RawText label="Copy TypeScript" value={fetchOf(asked, location.origin, environmentKey)} wrap />,
            },
          ]}
        />
        <form method="dialog" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link href={reference} className="py-1 text-accent text-sm hover:underline">
            Endpoint reference
          </Link>
          <PageForms />
          <Button type="submit" className="ml-auto">
            Close
          </Button>
        </form>
      </div>
    </Modal>
  )
}

/** The page's other formats, from its head. */
const PageForms = () => {
  const [forms] = useState(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][type]')].map(({ type, href }) => ({
      href: new URL(href).pathname + new URL(href).search,
      name: type.replace(/^.*\//, '').replace(/^(json|csv)$/, (word) => word.toUpperCase()),
    })),
  )
  if (forms.length === 0) return null
  return (
    <span className="flex gap-x-3 text-muted text-sm">
      This page as
      {forms.map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noreferrer" className="text-accent capitalize hover:underline">
          {name}
        </a>
      ))}
    </span>
  )
}

const Parameters = ({ input }: { input: Record<string, unknown> }) => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  if (given.length === 0) return <p className="text-muted text-sm">No parameters.</p>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-xs leading-5">
      {given.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-muted">{name}</dt>
          <dd className="break-all font-mono">{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
