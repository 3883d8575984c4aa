import { type Hex, wordOf } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'

/** A read of a contract: `data` is the selector with its arguments. */
export type ContractCall = { to: Hex; data: Hex }

/** Multicall3 has this address on every chain that it was deployed to. */
export const multicallAddress: Hex = '0xca11bde05977b3631167028862be2a173976ca11'

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const aggregate3 = '82ad56cb'
const wordBytes = 32

/** An `aggregate3` call that makes all these calls, each of which may fail on its own. */
export const multicallData = (calls: readonly ContractCall[]): Hex => {
  let offset = calls.length * wordBytes
  const offsets: string[] = []
  const entries: string[] = []
  for (const { to, data } of calls) {
    const digits = data.slice(2)
    const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
    const entry = [wordOf(to), wordOf(1), wordOf(0x60), wordOf(digits.length / 2), padded].join('')
    offsets.push(wordOf(offset))
    entries.push(entry)
    offset += entry.length / 2
  }
  return `0x${aggregate3}${wordOf(0x20)}${wordOf(calls.length)}${offsets.join('')}${entries.join('')}`
}

/** The result of a call: its data, or null if it failed. */
type InnerAnswer = Uint8Array | null

/**
 * Decodes the results of `aggregate3`: `(bool success, bytes returnData)[]`. @throws InconsistentAnswer if the bytes
 * are not `count` results.
 */
export const readMulticall = (answer: Uint8Array, count: number): InnerAnswer[] => {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  const list = offsetAt(bytes, 0)
  if (offsetAt(bytes, list) !== count) throw new InconsistentAnswer('as many results as there were calls are not there')
  const base = list + wordBytes
  return Array.from({ length: count }, (_, index) => {
    const entry = base + offsetAt(bytes, base + index * wordBytes)
    const content = entry + offsetAt(bytes, entry + wordBytes)
    const length = offsetAt(bytes, content)
    const start = content + wordBytes
    if (start + length > bytes.length) throw new InconsistentAnswer('a result that ends behind the answer')
    return offsetAt(bytes, entry) === 1 ? bytes.subarray(start, start + length) : null
  })
}

/** An offset or a length: nothing that fits into a response needs more than 6 bytes. */
const offsetAt = (bytes: Buffer, at: number): number => {
  if (at + wordBytes > bytes.length) throw new InconsistentAnswer('an offset behind the answer')
  if (bytes.subarray(at, at + 26).some((byte) => byte !== 0)) throw new InconsistentAnswer('an offset without end')
  return bytes.readUIntBE(at + 26, 6)
}

/** Gas that the last call of a multicall needs (EIP-152): one unit per round. */
const rounds = 300_000
/** For the BLAKE2 compression function. */
const resultBytes = 64

/**
 * A call that only succeeds with much gas left (EIP-152's precompile). At the end of a multicall, it proves that no
 * earlier call failed because another one wasted the gas.
 */
export const gasProof: ContractCall = {
  to: '0x0000000000000000000000000000000000000009',
  data: `0x${rounds.toString(16).padStart(8, '0')}${'00'.repeat(208)}01`,
}

/** Chains without the precompile return nothing. */
export const provesGas = (answer: Uint8Array): boolean => answer.length === resultBytes
