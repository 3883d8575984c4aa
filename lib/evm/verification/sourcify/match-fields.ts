import { checksumAddress } from '#lib/base/address.ts'
import { matchOf, type VerifiedContract } from '#lib/evm/verification/stored/verified-contract.ts'

/** With the checksum of EIP-55, as Sourcify writes addresses. */
export const asAddress = (text: string): string => checksumAddress(`0x${text.slice(2)}`)

/** The fields that every answer about a contract has; null where it is not verified. */
export const matchFields = (chain: number, address: string, contract: VerifiedContract | undefined) => ({
  match: contract ? matchOf(contract.match) : null,
  creationMatch: contract?.match.creation ?? null,
  runtimeMatch: contract?.match.runtime ?? null,
  chainId: String(chain),
  address: asAddress(address),
  ...(contract && { verifiedAt: new Date(contract.verifiedAt).toISOString(), matchId: contract.codeHash }),
})
