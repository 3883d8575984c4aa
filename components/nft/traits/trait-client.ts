import type {
  FromTraitWorker,
  ToTraitWorker,
  TraitAnswer,
  TraitParams,
  TraitProgress,
  TraitQuestion,
} from './trait-messages.ts'

type View = { progress: TraitProgress | undefined; found: TraitAnswer | undefined }

const open = (worker: Worker, place: TraitParams) => {
  const listeners = new Set<() => void>()
  let view: View = { progress: undefined, found: undefined }
  let asked = 0
  const post = (message: ToTraitWorker) => worker.postMessage(message)
  worker.onmessage = ({ data }: MessageEvent<FromTraitWorker>) => {
    if (data.type === 'found' && data.number !== asked) return
    view = data.type === 'found' ? { ...view, found: data } : { ...view, progress: data }
    for (const listener of listeners) listener()
  }
  worker.onerror = () => {
    const none = { counted: 0, total: null, described: 0, pending: 0, isSyncing: false, traits: [] }
    const message = 'This browser could not start counting.'
    view = { ...view, progress: { ...none, ...view.progress, state: 'failed', message } }
    for (const listener of listeners) listener()
  }
  post({ type: 'open', place })
  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    go: () => post({ type: 'go' }),
    /** Counts again from the start, with the collection's current tokens. */
    again: () => {
      view = { ...view, found: undefined }
      post({ type: 'open', place })
      post({ type: 'go' })
    },
    /** The same without showing it before the end. */
    renew: () => post({ type: 'renew' }),
    pause: () => post({ type: 'pause' }),
    ask: (question: TraitQuestion) => post({ type: 'ask', number: ++asked, ...question }),
    end: () => worker.terminate(),
  }
}

export type TraitClient = ReturnType<typeof open>

/** The last counted collection is kept, so that Back does not count it again. */
let last: { key: string; client: TraitClient } | undefined

export const traitClient = (startWorker: () => Worker, place: TraitParams): TraitClient => {
  const key = JSON.stringify(place)
  if (last?.key === key) return last.client
  last?.client.end()
  last = { key, client: open(startWorker(), place) }
  return last.client
}
