/** The node that answered, for the reader of its answer. */
export type AnsweringNode = {
  readonly name: string
  noteHead(head: number): void
  /** An answer of this node proved wrong later: other nodes are asked first for a while. */
  distrust(fault: string): void
}

/** A question to one of several nodes, reached over `Connection`. */
export type Question<Connection, T> = {
  /** What is asked, such as JSON-RPC methods or REST paths: response times are kept for each combination. */
  kinds: readonly string[]
  /** The kinds that the node must support. */
  needs: readonly string[]
  /** How many calls it is made of. */
  size: number
  /** Where a slow request may be sent a second time. */
  repeat: 'anywhere' | 'elsewhere' | 'never'
  /** Sends it and reads the answer. Whatever it throws is sorted by the `verdictOf` of the nodes. */
  ask(connection: Connection, node: AnsweringNode, signal: AbortSignal | undefined): Promise<T>
}

export type AskOptions = {
  signal?: AbortSignal
  /** Passes over nodes that are known not to have this block yet, while others may have it. */
  minimumHead?: number
  attemptsMax?: number
  /** All attempts and waits together. */
  totalMs?: number
}
