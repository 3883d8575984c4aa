/** A match for pasted text, with a page of its own. */
export type Finding = {
  /** Its kind: `Transaction`, `Aptos collection`. */
  title: string
  /** The title of its chain. */
  place: string
  path: string
  /** A one-line summary. */
  words: string
  /** Its time, in ISO 8601; `when` names the event, if it is not the subject itself. */
  iso?: string
  when?: 'newest' | 'first seen'
}

/** Where to search: the EVM chains served here, and whether Aptos is. */
export type Served = {
  chains: readonly { chain: string; title: string; symbol: string; decimals: number }[]
  hasAptos: boolean
}
