import { useEffect, useState, useSyncExternalStore } from 'react'
import { chosenTraits, traitText } from './chosen-traits.ts'
import type { TraitClient } from './trait-client.ts'
import type { TraitQuestion } from './trait-messages.ts'

const noView = { progress: undefined, found: undefined }
const never = () => () => {}
const nothing = () => noView

/** The traits of a collection, counted after the page is loaded and paused while the tab is hidden. */
export const useTraits = (chain: string, address: string, initial: TraitQuestion, isAtTop: boolean) => {
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
    import('./trait-client.ts').then(({ traitClient }) => {
      if (isGone) return
      opened = traitClient(chain, address)
      opened.go()
      setClient(opened)
    }, setFault)
    return () => {
      isGone = true
      opened?.pause()
    }
  }, [chain, address])
  useEffect(() => client?.ask(question), [client, question])

  const counted = view.progress?.counted ?? 0
  const sortedOf = view.found?.counted ?? 0
  const isDone = view.progress?.state === 'done'
  // Throttles sorting.
  const isWorthIt = counted > sortedOf && (isDone || counted >= 1.25 * sortedOf)
  useEffect(() => {
    if (isAtTop && isWorthIt) client?.ask(question)
  }, [client, question, isAtTop, isWorthIt])

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
