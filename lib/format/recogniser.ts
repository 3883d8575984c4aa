/**
 * A possible meaning of pasted text. Addresses and hashes are lower case with 0x, numbers decimal text without leading
 * zeros. `chain` is omitted if the text does not contain it.
 */
export type Candidate = {
  /** The family's name, a dash and the thing: `evm-nft`. */
  kind: string
  value: string
  chain?: string
  /** The token of a contract, whose address is `value`; decimal text. */
  tokenId?: string
}

/** A word of a link's path and what follows it: `/tx/0x…`. */
export type LinkPart = {
  word: string
  value: string
  chain: string | undefined
  url: URL
  segments: readonly string[]
  /** Of `word` among the segments. */
  index: number
}

/** How a chain family parses texts. Runs in browsers. */
export type Recogniser = {
  family: string
  /** Its pages belong to one of several chains, and a text need not say which. */
  hasChains: boolean
  /** The chain that someone names before a colon or first in a path. */
  chainNamed: (name: string) => string | undefined
  /** The chain of a link, by the host of a known explorer or by its query. */
  chainOfLink: (link: URL) => string | undefined
  /** The target of a URI of its wallets, or the chain of an id of the chain alone; undefined for any other text. */
  readUri?: (text: string) => Candidate[] | undefined
  /** Possible meanings of a text, most likely first. */
  read: (text: string, chain?: string) => Candidate[]
  /** Whether a text is of this family and hardly of another one. */
  claims?: (text: string) => boolean
  /** The target of a link; empty if it is not a page of this family. */
  readLink: (part: LinkPart) => Candidate[]
  /** Words of paths that only this family uses: on an unknown host they decide. Other words are tried by all, in order. */
  ownWords?: ReadonlySet<string>
  /** The page of a candidate; `chain` is where to look when the text did not say. */
  path: (candidate: Candidate, chain: string) => string
  /** The page of a candidate on all chains at once, if there is one. */
  pathOnAll?: (candidate: Candidate) => string | undefined
  /** Of each kind. */
  titles: Readonly<Record<string, string>>
}
