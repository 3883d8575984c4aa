/** A database that accepts connections but answers no question to its tables, as the coordinator of a cluster whose node hangs. */
export class SilentDatabase extends Error {
  override readonly name = 'SilentDatabase'
  readonly code = 'ESILENT'
}
