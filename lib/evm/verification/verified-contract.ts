import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import type { CompiledContract } from '#lib/evm/abi/contract-sources.ts'
import type { MatchKind } from './match-code.ts'
import type { ContractMatch } from './match-contract.ts'

/** The interface through which sources came. */
export type VerifiedBy = 'sourcify' | 'etherscan' | 'page'

/** A contract whose sources were compiled here, and compared with its code. */
export type VerifiedContract = CompiledContract & {
  address: Hex
  verifiedAt: number
  verifiedBy: VerifiedBy
  /** Keccak-256 of the deployed code that was compared. */
  codeHash: Hex
  creationTransaction: Hex | undefined
  match: ContractMatch
  documentation: { devdoc?: unknown; userdoc?: unknown }
  metadata: string
  creationCode: string
}

/** Source files by path. */
export type Sources = Readonly<Record<string, string>>

/** The better of the two comparisons. */
export const matchOf = ({ runtime, creation }: Pick<ContractMatch, 'runtime' | 'creation'>): MatchKind =>
  runtime === 'exact_match' || creation === 'exact_match' ? 'exact_match' : 'match'

/** Whether this is the code that was verified: after a reset, a devnet has other contracts at the same addresses. */
export const isCodeOf = ({ codeHash }: Pick<VerifiedContract, 'codeHash'>, code: Hex): boolean =>
  hashOf(code.slice(2)) === codeHash
