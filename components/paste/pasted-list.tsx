import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { browserSend } from '#components/browser-send.ts'
import { Hash } from '#components/chain/hash.tsx'
import { pacedQueries } from '#components/kit/rows/paced-queries.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { saveText } from '#components/ui/save-text.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { csvText } from '#lib/format/csv.ts'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import type { Pasted, PastedItem } from '#lib/recognise/pasted.ts'
import { pastedCharactersMax, pastedItemsMax } from '#lib/recognise/pasted-limits.ts'

/** An item that the search page found. */
type Found = { title: string; path: string }

type LookUp = {
  state: 'looking up' | 'found' | 'not found' | 'failed' | 'not recognised'
  found: readonly Found[]
  /** Why it failed, or what could not be looked up. */
  reason?: string
  /** How much of the visitor's budget it took. */
  questions: number
}

/** Sources without the item, or that do not serve its chain. */
const absences = new Set(['not_found', 'not_available'])

const readFound = (row: unknown): Found[] =>
  isFields(row) && typeof row.title === 'string' && typeof row.path === 'string'
    ? [{ title: row.title, path: row.path }]
    : []

/** Looks one text up through the search page's data: one request, answered by every chain family. */
const lookUpQuery = (text: string) => ({
  queryKey: ['search', text],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LookUp> => {
    const path = withFilters(`${serverPaths.search()}.json`, { q: text })
    const page: unknown = await (await browserSend(new Request(path, { signal }))).json()
    const { rows, data } = isFields(page) ? page : {}
    const found = Array.isArray(rows) ? rows.flatMap(readFound) : []
    const answers = isFields(data) ? Object.values(data) : []
    const errors = answers.flatMap((answer) => (isFields(answer) && isFields(answer.error) ? [answer.error] : []))
    const error = errors.find(({ code }) => !absences.has(String(code)))
    const isElsewhere = error?.code === 'chain_not_served'
    const missing = error && !isElsewhere ? 'failed' : 'not found'
    return {
      state: found.length > 0 ? 'found' : missing,
      found,
      questions: answers.length,
      ...(error && { reason: String(error.message) }),
    }
  },
})

const tones = { 'not found': 'neutral', failed: 'bad', 'not recognised': 'warn', 'looking up': 'neutral' } as const

const begun = ({ candidates }: PastedItem): LookUp => ({
  state: candidates.length > 0 ? 'looking up' : 'not recognised',
  found: [],
  questions: 0,
})

/** Looks each item up, paced; leaving the page or a new text cancels the rest. */
const useLookUps = (items: readonly PastedItem[]): readonly LookUp[] => {
  const cache = useQueryClient()
  const [lookUps, setLookUps] = useState(() => items.map(begun))
  useEffect(() => {
    const left = new AbortController()
    const ask = pacedQueries(cache, left.signal)
    for (const [index, { text, candidates }] of items.entries()) {
      if (candidates.length === 0) continue
      ask(lookUpQuery(text), ({ questions }) => questions)
        .catch((error: unknown): LookUp => {
          const reason = isServiceError(error) ? error.message : 'The server could not be reached.'
          return { state: 'failed', found: [], reason, questions: 0 }
        })
        .then((lookUp) => {
          if (lookUp && !left.signal.aborted) setLookUps((before) => before.with(index, lookUp))
        })
    }
    return () => left.abort()
  }, [items, cache])
  return lookUps
}

/** A line for each thing found, or for the item without any. */
const rowsOf = (items: readonly PastedItem[], lookUps: readonly LookUp[]): string[][] =>
  items.flatMap(({ text }, index) => {
    const { state, found, reason = '' } = lookUps[index] ?? begun({ text, candidates: [] })
    if (found.length === 0) return [[text, state, '', '', reason]]
    return found.map(({ title, path }) => [text, state, title, location.origin + path, reason])
  })

/** The items of a pasted text, and the pages found for each. */
export const PastedList = ({ pasted: { items, leftOut, isCut } }: { pasted: Pasted }) => {
  const lookUps = useLookUps(items)
  const counts = Object.entries(Object.groupBy(lookUps, ({ state }) => state))
  const summary = counts.map(([state, those]) => `${those.length} ${state}`).join(', ')
  const csv = csvText([['pasted', 'state', 'found', 'link', 'note'], ...rowsOf(items, lookUps)])
  return (
    <Panel
      title={`${items.length} ${items.length === 1 ? 'item' : 'items'}`}
      aside={
        <span role="status" aria-busy={lookUps.some(({ state }) => state === 'looking up')}>
          {summary}
        </span>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2 text-sm">
        <Button onClick={() => saveText('pasted.csv', 'text/csv;charset=utf-8', csv)}>Save as CSV</Button>
        <span>
          Copy as CSV <CopyButton value={csv} label="Copy as CSV" />
        </span>
        {leftOut > 0 && `${groupedNumber(leftOut)} beyond the first ${pastedItemsMax} are left out. `}
        {isCut && `Only the first ${groupedNumber(pastedCharactersMax)} characters are read.`}
      </div>
      <ul aria-label="Pasted items">
        {items.map(({ text }, index) => {
          const { state, found, reason } = lookUps[index] ?? begun({ text, candidates: [] })
          return (
            <li
              key={text}
              className="grid gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0 lg:grid-cols-2"
            >
              <Hash value={text} className="min-w-0" />
              <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
                {found.map(({ title, path }) => (
                  <Link key={path} href={path} className="wrap-anywhere text-accent hover:underline">
                    {title}
                  </Link>
                ))}
                {state !== 'found' && <Badge tone={tones[state]}>{state}</Badge>}
                {reason && (
                  <span className="wrap-anywhere text-muted">
                    {state === 'found' ? `Not everything was looked up: ${reason}` : reason}
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
