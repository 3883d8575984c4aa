import { toDigits } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { callContracts } from './calls.ts'

/** `isValidSignature(bytes32,bytes)`; the answer of a valid one repeats it (EIP-1271). */
const selector = '1626ba7e'
const wordDigits = 64
const accepted = selector.padEnd(wordDigits, '0')

/**
 * Whether a contract accepts a signature over a hash in the newest block; false if it refuses or reverts, and for accounts
 * without code. Throws the pool's ServiceErrors, and `not_available` if the node did not run the call.
 */
export const readContractSignature = async (
  pool: NodePool,
  { address, hash, signature }: Record<'address' | 'hash' | 'signature', string>,
  signal: AbortSignal,
): Promise<boolean> => {
  const bytes = signature.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / wordDigits) * wordDigits, '0')
  const data: Hex = `0x${selector}${hash.slice(2)}${wordOf(2 * 32)}${wordOf(bytes.length / 2)}${padded}`
  const [answer] = await callContracts(pool, [{ to: `0x${address.slice(2)}`, data }], { signal })
  if (answer === undefined || answer === 'failed')
    throw new ServiceError('not_available', 'The node did not run the call of the contract.')
  // The whole answer is compared: a precompile that returns its input begins with the selector, too.
  return answer !== 'refused' && toDigits(answer) === accepted
}
