import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Ask, pacedQueries } from '#components/kit/paced-queries.ts'
import { isServiceError } from '#lib/api/errors.ts'
import type { PastedThing } from '#lib/recognise/pasted.ts'
import type { Finding, Served } from './finding.ts'
import { absenceOf, lookUp } from './look-up.ts'

/** The progress of one item's search. */
export type LookUp =
  | { state: 'looking' }
  | { state: 'found'; findings: Finding[] }
  | { state: 'absent'; reason: string }
  | { state: 'failed'; reason: string }
  /** Nothing to look up. */
  | { state: 'unread'; reason: string }

const begun = ({ candidates, reason = '' }: PastedThing): LookUp =>
  candidates.length > 0 ? { state: 'looking' } : { state: 'unread', reason }

const reasonOf = (error: unknown): string =>
  isServiceError(error) ? error.message : 'The server could not be reached.'

/** Looks all things up, each once; `retry` asks again for one. A new list ends the search for the one before. */
export const useLookUps = (things: readonly PastedThing[], served: Served) => {
  const cache = useQueryClient()
  const [lookUps, setLookUps] = useState<LookUp[]>([])
  const asker = useRef<{ ask: Ask; signal: AbortSignal }>(undefined)

  const look = useCallback(
    async (index: number) => {
      const thing = things[index]
      const current = asker.current
      if (!thing || !current || thing.candidates.length === 0) return
      const put = (lookUp: LookUp) => {
        if (!current.signal.aborted) setLookUps((before) => before.with(index, lookUp))
      }
      put({ state: 'looking' })
      try {
        const findings = await lookUp(current.ask, thing.candidates, served)
        put(
          findings.length > 0
            ? { state: 'found', findings }
            : { state: 'absent', reason: absenceOf(thing.candidates, served) },
        )
      } catch (error) {
        put({ state: 'failed', reason: reasonOf(error) })
      }
    },
    [things, served],
  )

  useEffect(() => {
    const ended = new AbortController()
    asker.current = { ask: pacedQueries(cache, ended.signal), signal: ended.signal }
    setLookUps(things.map(begun))
    for (const index of things.keys()) void look(index)
    return () => ended.abort()
  }, [things, cache, look])

  // Until the effect has run the list is that of the things before.
  return { lookUps: things.map((thing, index) => lookUps[index] ?? begun(thing)), retry: look }
}
