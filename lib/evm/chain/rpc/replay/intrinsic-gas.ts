/** Gas that a transaction costs before any code runs, by its parts. */
export type IntrinsicGas = {
  base: bigint
  calldata: bigint
  creation: bigint
  accessList: bigint
  authorizations: bigint
}

export type ChargedTransaction = {
  input: string
  isCreation: boolean
  accessList: readonly { storageKeys: readonly unknown[] }[]
  authorizationCount: number
}

/** The upgrades that changed these prices. */
export type GasRules = { isHomestead: boolean; isIstanbul: boolean; isShanghai: boolean }

/** Upgrades of Ethereum by block, and by time since the Merge. Other chains are taken to follow the current rules. */
export const gasRules = (chainId: number, block: number, timestamp: number): GasRules =>
  chainId === 1
    ? { isHomestead: block >= 1_150_000, isIstanbul: block >= 9_069_000, isShanghai: timestamp >= 1_681_338_455 }
    : { isHomestead: true, isIstanbul: true, isShanghai: true }

const zeroByteGas = 4n
const initCodeWordBytes = 32

/** By the Yellow Paper's g0, EIP-2 (creation), EIP-2028 (calldata), EIP-2930, EIP-3860 and EIP-7702. */
export const intrinsicGas = (
  { input, isCreation, accessList, authorizationCount }: ChargedTransaction,
  { isHomestead, isIstanbul, isShanghai }: GasRules,
): IntrinsicGas => {
  const bytes = Buffer.from(input.slice(2), 'hex')
  const zeros = bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  const initCodeWords = isCreation && isShanghai ? Math.ceil(bytes.length / initCodeWordBytes) : 0
  const keys = accessList.reduce((count, { storageKeys }) => count + storageKeys.length, 0)
  return {
    base: 21_000n,
    calldata: BigInt(zeros) * zeroByteGas + BigInt(bytes.length - zeros) * (isIstanbul ? 16n : 68n),
    creation: (isCreation && isHomestead ? 32_000n : 0n) + BigInt(initCodeWords) * 2n,
    accessList: BigInt(accessList.length) * 2_400n + BigInt(keys) * 1_900n,
    authorizations: BigInt(authorizationCount) * 25_000n,
  }
}

export const sumOf = ({ base, calldata, creation, accessList, authorizations }: IntrinsicGas): bigint =>
  base + calldata + creation + accessList + authorizations
