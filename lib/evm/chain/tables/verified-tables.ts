/*
 * Contracts whose sources were verified on this server, and the verifications that were asked for. They do not depend on
 * indexed blocks: an index that starts again keeps them. Times are milliseconds since 1970.
 */

export type VerifiedContractRow = {
  chain: number
  verified_at: number
  address: Uint8Array
  /** Keccak-256 of the deployed code that was compared. */
  code_hash: Uint8Array
  /** The hash of the transaction that created it, if it was compared too. */
  creation_transaction: Uint8Array | null
  /** `exact_match` or `match`; at least one of the two is set. */
  runtime_match: string | null
  creation_match: string | null
  /** Name of the contract, and the file that declares it. */
  name: string
  file: string
  language: string
  compiler_version: string
  /** The interface that the sources came through: `sourcify`, `etherscan`, or `page`. */
  verified_by: string
  /** JSON text: compiler settings, ABI, storage layout, NatSpec (`devdoc` and `userdoc`), addresses of libraries, immutables. */
  settings: string
  abi: string
  storage_layout: string | null
  documentation: string
  libraries: string
  immutables: string
  /** As the compiler wrote it: its hash is in the code. */
  metadata: string
  /** Hex, with placeholders for libraries. */
  creation_code: string
  constructor_arguments: string | null
}

/** A source file of a verified contract. */
type VerifiedSourceRow = { chain: number; address: Uint8Array; path: string; source_hash: Uint8Array }

/** Texts of source files, each stored once per chain, by their Keccak-256. */
type SourceTextRow = { chain: number; source_hash: Uint8Array; text: string }

/** A verification that was asked for. */
type VerificationRow = {
  chain: number
  started_at: number
  finished_at: number | null
  /** Random. */
  id: string
  address: Uint8Array
  /** JSON of the request; null once it is finished. */
  request: string | null
  /** Why it failed: a code of Sourcify's API, and a sentence. */
  error_code: string | null
  error: string | null
}

/** An ABI that somebody gave for a contract whose sources are not verified. Nobody checked it. */
export type GivenAbiRow = {
  chain: number
  given_at: number
  /** Functions of it that the code of the contract was seen to have. */
  function_count: number
  address: Uint8Array
  /** Keccak-256 of the deployed code at that time: other code needs another ABI. */
  code_hash: Uint8Array
  /** `visitor`, `key` (of an account) or `operator`. */
  given_by: string
  /** JSON text. */
  abi: string
}

export type EvmVerifiedTables = {
  evm_given_abis: GivenAbiRow
  evm_verified_contracts: VerifiedContractRow
  evm_verified_sources: VerifiedSourceRow
  evm_source_texts: SourceTextRow
  evm_verifications: VerificationRow
}
