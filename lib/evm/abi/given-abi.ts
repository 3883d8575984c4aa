/** Who gave an ABI: a visitor of the pages, the holder of an account's key, or the operator of this server. */
export type AbiGiver = 'visitor' | 'key' | 'operator'

/** An ABI that somebody gave. Nobody compared it with anything but the selectors in the bytecode. */
export type GivenAbi = {
  by: AbiGiver
  /** Milliseconds since 1970. */
  at: number
  /** Functions of it that are in the bytecode; all of them where the bytecode does not tell. */
  functionCount: number
}
