/** The node that responded, for the parser of its response. */
export type AnsweringNode = {
  readonly name: string
  noteHead(head: number): void
  /** Reports that an answer of this node proved wrong later: other nodes are preferred for a while. */
  distrust(fault: string): void
}

/** A question to one of several nodes, reached over `Connection`. */
export type NodeQuestion<Connection, T> = {
  /** JSON-RPC methods or REST paths: response times are recorded for each combination. */
  kinds: readonly string[]
  /** The kinds that the node must support. */
  needs: readonly string[]
  /** Number of calls. */
  size: number
  /** Where a slow request may be sent a second time. */
  repeat: 'anywhere' | 'elsewhere' | 'never'
  /** Sends it and parses the response. The nodes' `verdictOf` classifies what it throws. */
  ask(connection: Connection, node: AnsweringNode, signal: AbortSignal | undefined): Promise<T>
}

export type AskOptions = {
  signal?: AbortSignal
  /** Skips nodes known not to have this block yet, while others may have it. */
  minimumHead?: number
  attemptsMax?: number
  /** Limit for all attempts and delays together. */
  totalMs?: number
  /** How many times the usual `answerMs` it may take, as it takes long on any node. */
  patience?: number
}
