/** The codes of Sourcify's API for verifications that failed. */
export type VerificationFaultCode =
  | 'unsupported_language'
  | 'unsupported_compiler_version'
  | 'compiler_error'
  | 'contract_not_found_in_compiler_output'
  | 'cannot_fetch_bytecode'
  | 'contract_not_deployed'
  | 'no_match'
  | 'internal_error'

/** Why a contract could not be verified, in words for its author. */
export class VerificationFault extends Error {
  override readonly name = 'VerificationFault'
  readonly code: VerificationFaultCode

  constructor(code: VerificationFaultCode, message: string) {
    super(message)
    this.code = code
  }
}
