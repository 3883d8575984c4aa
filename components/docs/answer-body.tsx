import { RawText } from '#components/ui/raw-text.tsx'

/** A request and its response, as shown to a person. */
export type AnsweredRequest = {
  url: string
  status: number
  durationMs: number
  /** The response headers that concern this request, in a fixed order. */
  headers: [name: string, value: string][]
  body: string
  /** Length of the uncompressed body. */
  bytes: number
  /** The whole length in characters, when `body` is only its beginning. */
  cutFrom?: number
}

const headersOfInterest = [
  'x-request-id',
  'x-spyglass-source',
  'x-spyglass-indexed',
  'x-spyglass-indexed-time',
  'x-index-complete',
  'x-spyglass-coverage',
  'server-timing',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'retry-after',
]

/** A page of 100 records is shown whole; a browser is slow to lay out much more text than this. */
const shownMax = 60_000

export const sendRequest = async (request: Request): Promise<AnsweredRequest> => {
  const startedAt = performance.now()
  const response = await fetch(request)
  const sent = await response.text()
  const durationMs = performance.now() - startedAt
  const text = pretty(sent)
  return {
    url: request.url,
    status: response.status,
    durationMs,
    headers: headersOfInterest.flatMap((name): [string, string][] => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
    body: text.slice(0, shownMax),
    bytes: new TextEncoder().encode(sent).length,
    ...(text.length > shownMax && { cutFrom: text.length }),
  }
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The shown part of a response body. */
export const AnswerBody = ({ label, answer: { body, cutFrom } }: { label: string; answer: AnsweredRequest }) => (
  <>
    <RawText label={label} value={body} />
    {cutFrom !== undefined && (
      <p className="text-muted text-xs">Cut off; use curl to get all {cutFrom.toLocaleString('en')} characters.</p>
    )}
  </>
)
