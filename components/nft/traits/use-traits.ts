import { useEffect, useState, useSyncExternalStore } from 'react'
import { chosenTraits, traitText } from './chosen-traits.ts'
import type { TraitClient } from './trait-client.ts'
import type { TraitQuestion } from './trait-messages.ts'

const noView = { progress: undefined, found: undefined }
const never = () => () => {}
const nothing = () => noView

/** Imports the client of a family and opens the collection; the same function for the same collection. */
export type OpenTraits = () => Promise<TraitClient>

const renewMsFirst = 3_000
const renewMsMax = 60_000

/** The traits of a collection, counted after the page is loaded. */
export const useTraits = (open: OpenTraits, initial: TraitQuestion, isAtTop: boolean) => {
  const [client, setClient] = useState<TraitClient>()
  const [question, setQuestion] = useState(initial)
  const [fault, setFault] = useState<unknown>()
  // The page reports that a part of it could not be loaded.
  if (fault !== undefined) throw fault
  const view = useSyncExternalStore(client?.subscribe ?? never, client?.view ?? nothing, nothing)
  useEffect(() => {
    let opened: TraitClient | undefined
    let isGone = false
    // The selection is only stored in the URL.
    const { searchParams } = new URL(location.href)
    const sort = searchParams.get('sort') === 'id' ? 'id' : 'rarity'
    setQuestion({ chosen: chosenTraits(searchParams.getAll('trait')), sort })
    open().then((client) => {
      if (isGone) return
      opened = client
      opened.go()
      setClient(opened)
    }, setFault)
    return () => {
      isGone = true
      opened?.pause()
    }
  }, [open])
  useEffect(() => client?.ask(question), [client, question])

  const { counted = 0, described = 0, pending = 0 } = view.progress ?? {}
  const sortedOf = view.found?.counted ?? 0
  const isDone = view.progress?.state === 'done'
  const hasMore = counted > sortedOf || (isDone && described !== view.found?.described)
  // Throttles sorting.
  const isWorthIt = hasMore && (isDone || counted >= 1.25 * sortedOf)
  useEffect(() => {
    if (isAtTop && isWorthIt) client?.ask(question)
  }, [client, question, isAtTop, isWorthIt])

  // Documents that are being fetched are counted when they are there; after growing pauses.
  const [renewMs, setRenewMs] = useState(renewMsFirst)
  const done = isDone && pending > 0 ? view.progress : undefined
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => {
      client?.renew()
      setRenewMs(Math.min(renewMsMax, renewMs * 2))
    }, renewMs)
    return () => clearTimeout(timer)
  }, [client, done, renewMs])

  const choose = (next: TraitQuestion) => {
    const url = new URL(location.href)
    url.searchParams.delete('trait')
    url.searchParams.delete('sort')
    for (const one of next.chosen) url.searchParams.append('trait', traitText(one))
    if (next.sort === 'id') url.searchParams.set('sort', 'id')
    history.replaceState(history.state, '', url)
    setQuestion(next)
  }
  return {
    ...view,
    question,
    choose,
    go: client?.go,
    again: client?.again,
    pause: client?.pause,
    sortAgain: () => client?.ask(question),
  }
}
