/** What a page said when it was saved, as it stands in an evidence file. Names and texts in it are anybody's. */
export type Evidence = {
  format: 'spyglass-evidence'
  version: 1
  /** Where it was saved: an origin. */
  site: string
  /** The page's own address there, filters included. */
  page: string
  /** ISO 8601, UTC. */
  saved_at: string
  kind: string
  title: string
  place: string
  summary: string
  facts: readonly (readonly [string, string])[]
  list: { name: string; titles: readonly string[]; rows: readonly (readonly unknown[])[] } | null
  data: readonly EvidenceAnswer[]
}

export type EvidenceAnswer = {
  name: string
  /** As a program asks it. */
  request: string
  source: string | null
  /** How far the own index stood, e.g. `block 1082`. */
  indexed: string | null
  answer?: unknown
  error?: { code: string; message: string }
}

export const evidenceId = 'evidence'
const recordStart = `<script type="application/json" id="${evidenceId}">\n`
const recordEnd = '\n</script>'
const stated = /<code id="sha256">([0-9a-f]{64})<\/code>/

/** The record as text that may stand in a page, on one line: what the hash is of. */
export const evidenceText = (evidence: Evidence): string => JSON.stringify(evidence).replaceAll('<', '\\u003c')

const isText = (value: unknown): value is string => typeof value === 'string'
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value)

const isEvidence = (value: unknown): value is Evidence => {
  if (!isRecord(value) || value.format !== 'spyglass-evidence' || value.version !== 1) return false
  const { site, page, saved_at, kind, title, place, summary, facts, list, data } = value
  return (
    [site, page, saved_at, kind, title, place, summary].every(isText) &&
    isList(facts) &&
    facts.every((fact) => isList(fact) && fact.length === 2 && fact.every(isText)) &&
    (list === null ||
      (isRecord(list) && isText(list.name) && isList(list.titles) && isList(list.rows) && list.rows.every(isList))) &&
    isList(data) &&
    data.every((answer) => isRecord(answer) && isText(answer.name) && isText(answer.request))
  )
}

/** The line between the marks. */
const recordIn = (file: string): string | undefined => {
  const mark = file.indexOf(recordStart)
  const start = mark + recordStart.length
  const end = mark < 0 ? -1 : file.indexOf('\n', start)
  return end >= 0 && file.startsWith(recordEnd, end) ? file.slice(start, end) : undefined
}

/** A file's record, the text that its hash is of, and the hash that it states; undefined for a file that is no evidence. */
export const readEvidence = (file: string): { evidence: Evidence; text: string; sha256: string } | undefined => {
  const text = recordIn(file)
  const [, sha256] = stated.exec(file) ?? []
  if (text === undefined || sha256 === undefined) return undefined
  try {
    const evidence: unknown = JSON.parse(text)
    return isEvidence(evidence) ? { evidence, text, sha256 } : undefined
  } catch {
    return undefined
  }
}
