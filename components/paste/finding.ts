/** One thing that was found under a pasted text, with a page of its own. */
export type Finding = {
  /** What it is: `Transaction`, `Aptos collection`. */
  title: string
  /** Where: the title of a chain. */
  place: string
  path: string
  /** One line about it. */
  words: string
  /** When it was, in ISO 8601; `when` says what was then, where it is not the thing itself. */
  iso?: string
  when?: 'newest' | 'first seen'
}

/** Where is looked: the EVM chains served here, and whether Aptos is. */
export type Served = {
  chains: readonly { chain: string; title: string; symbol: string; decimals: number }[]
  hasAptos: boolean
}
