import type { CollectionPage } from './read-collection.ts'
import { type CountedToken, createTraitCounting } from './trait-counting.ts'
import type { FromTraitWorker, ToTraitWorker, TraitOrder, TraitParams } from './trait-messages.ts'

/** One page of a collection; without a cursor the first, with the total if the source knows it. */
type AskTokens<Place> = (place: Place, cursor: string | undefined) => Promise<CollectionPage<CountedToken>>

/** The thread that requests a collection's tokens and counts them, so that the page stays responsive. */
export const runTraitWorker = <Place extends TraitParams>(ask: AskTokens<Place>, order: TraitOrder): void => {
  const post = (message: FromTraitWorker) => self.postMessage(message)
  const countingOf = (place: Place, say: typeof post) =>
    createTraitCounting({
      ask: (cursor) => ask(place, cursor),
      order,
      post: say,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: () => performance.now(),
    })
  let opened: Place | undefined
  let counting: ReturnType<typeof createTraitCounting> | undefined
  let renewed: ReturnType<typeof createTraitCounting> | undefined

  const renew = (place: Place) => {
    let isShown = false
    const next = countingOf(place, (message) => {
      if (renewed === next && message.type === 'progress') {
        if (message.state === 'done') [counting, isShown] = [next, true]
        if (message.state === 'done' || message.state === 'failed') renewed = undefined
      }
      if (isShown) post(message)
    })
    renewed = next
    next.go()
  }

  self.onmessage = ({ data }: MessageEvent<ToTraitWorker<Place>>) => {
    if (data.type === 'open') {
      opened = data.place
      renewed?.pause()
      renewed = undefined
      counting = countingOf(opened, post)
    }
    if (data.type === 'go') counting?.go()
    if (data.type === 'renew' && opened && !renewed) renew(opened)
    if (data.type === 'pause') {
      counting?.pause()
      renewed?.pause()
      renewed = undefined
    }
    if (data.type === 'ask') counting?.answer(data)
  }
}
