/** A selected value of a trait. */
export type ChosenTrait = { trait: string; value: string }

/** How tokens are ordered where rarity does not: by the number that their id is, or as the source lists them. */
export type TraitOrder = 'number' | 'listed'

export type TraitQuestion = { chosen: readonly ChosenTrait[]; sort: 'rarity' | 'id' }

/** What identifies a collection in its family: `chain` and `address`. */
export type TraitParams = Readonly<Record<string, string>>

/** Messages from the page to the worker. */
export type ToTraitWorker<Place = TraitParams> =
  | { type: 'open'; place: Place }
  | { type: 'go' }
  /** Counts again, and replaces the count once it is whole. */
  | { type: 'renew' }
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
  /** Tokens whose documents are being fetched. */
  pending: number
  /** The source is still indexing the collection. */
  isSyncing: boolean
  traits: readonly TraitSummary[]
}

/** `rank`: 1 for the rarest of `ranked` tokens, equals with the same; both null where a token has no metadata. */
export type FoundToken = { id: string; bits: number | null; rank: number | null; ranked: number }
export type TraitAnswer = {
  number: number
  counted: number
  described: number
  matches: number
  tokens: readonly FoundToken[]
}

/** Messages from the worker to the page. */
export type FromTraitWorker = ({ type: 'progress' } & TraitProgress) | ({ type: 'found' } & TraitAnswer)
