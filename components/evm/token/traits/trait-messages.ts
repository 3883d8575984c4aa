import type { ChosenTrait } from './rarity.ts'

export type TraitQuestion = { chosen: readonly ChosenTrait[]; sort: 'rarity' | 'id' }

/** Messages from the page to the worker. */
export type ToTraitWorker =
  | { type: 'open'; chain: string; address: string }
  | { type: 'go' }
  | { type: 'pause' }
  | ({ type: 'ask'; number: number } & TraitQuestion)

type TraitValue = { text: string; tokens: number }
export type TraitSummary = {
  name: string
  tokens: number
  /** The total number of values. */
  valueCount: number
  /** The most frequent. */
  values: readonly TraitValue[]
  range: { min: number; max: number } | undefined
}

type CountState = 'counting' | 'paused' | 'waiting' | 'failed' | 'done'

/** The progress of counting. */
export type TraitProgress = {
  state: CountState
  /** Why it waits or failed. */
  message: string | undefined
  counted: number
  /** Null if the source does not report it. */
  total: number | null
  described: number
  /** The source is still indexing the collection. */
  isSyncing: boolean
  traits: readonly TraitSummary[]
}

export type FoundToken = { id: string; bits: number | null }
export type TraitAnswer = { number: number; counted: number; matches: number; tokens: readonly FoundToken[] }

/** Messages from the worker to the page. */
export type FromTraitWorker = ({ type: 'progress' } & TraitProgress) | ({ type: 'found' } & TraitAnswer)
