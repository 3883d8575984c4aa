import { useState } from 'react'
import { ComparedTable } from '#components/compare/compared-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { type Difference, differences } from '#lib/format/differences.ts'
import type { Evidence } from '#lib/format/evidence.ts'

type State = { rows?: Difference[]; fault?: string; isBusy?: boolean }

/** Of a page's JSON, its answers by their names. */
type PageJson = { data?: Record<string, { answer?: unknown }>; facts?: Record<string, string> }

const readNow = async (page: string): Promise<PageJson> => {
  const { pathname, search } = new URL(page, location.origin)
  const response = await fetch(`${pathname === '/' ? '/index' : pathname}.json${search}`)
  const answer = await response.json()
  if (!response.ok) throw new Error(typeof answer?.message === 'string' ? answer.message : `Status ${response.status}`)
  return answer
}

/** What this site's page says otherwise now: asked for when it is wanted. */
export const SinceThen = ({ evidence, isOfHere }: { evidence: Evidence; isOfHere: boolean }) => {
  const [{ rows, fault, isBusy }, setState] = useState<State>({})
  const compare = async () => {
    setState({ isBusy: true })
    try {
      const now = await readNow(evidence.page)
      const then = {
        facts: Object.fromEntries(evidence.facts),
        ...Object.fromEntries(evidence.data.map(({ name, answer }) => [name, answer])),
      }
      const nowToo = {
        facts: now.facts,
        ...Object.fromEntries(evidence.data.map(({ name }) => [name, now.data?.[name]?.answer])),
      }
      setState({ rows: differences(then, nowToo).filter(({ a, b }) => a !== b) })
    } catch (error) {
      setState({ fault: error instanceof Error ? error.message : 'This site did not answer.' })
    }
  }
  return (
    <div className="mt-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button onClick={compare} disabled={isBusy}>
          {isBusy ? 'Asking…' : 'Compare with what this site says now'}
        </Button>
        {!isOfHere && <span className="text-muted">It may know other chains, or none of it.</span>}
        <span role="status">
          {rows?.length === 0 && 'Nothing differs.'}
          {fault !== undefined && <span className="text-bad">{fault}</span>}
        </span>
      </p>
      {rows && rows.length > 0 && <ComparedTable title="Then (A) and now (B)" rows={rows} />}
    </div>
  )
}
