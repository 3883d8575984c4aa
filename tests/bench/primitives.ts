/*
 * The reason for two implementations of Keccak-256 and two of secp256k1: microseconds of processor time a call, WebAssembly against
 * JavaScript. WebAssembly is not allowed in pages (content security policy), and tiny-secp256k1 takes 14 MB where it is loaded.
 *
 *   node tests/bench/primitives.ts
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from '#lib/base/keccak.ts'
import { recoverSigner } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { recoverSender } from '#lib/evm/chain/era/era-transaction.ts'

const microsOf = (calls: number, call: () => unknown): string => {
  for (let at = 0; at < calls / 10; at++) call()
  const before = process.cpuUsage()
  for (let at = 0; at < calls; at++) call()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / calls).toFixed(1)
}

const hash = keccak256(Buffer.from('primitives'))
const signed = await privateKeyToAccount(`0x${'11'.repeat(32)}`).sign({
  hash: `0x${Buffer.from(hash).toString('hex')}`,
})
const [r, s] = [BigInt(signed.slice(0, 66)), BigInt(`0x${signed.slice(66, 130)}`)]
const signature = { r, s, parity: signed.endsWith('1b') ? 0 : 1 } as const

const rows = [32, 600, 24_576].map((size) => {
  const bytes = new Uint8Array(size).fill(7)
  const calls = Math.ceil(20_000_000 / (size + 500))
  return {
    call: `keccak256 of ${size} bytes`,
    'WebAssembly (µs)': microsOf(calls, () => keccak256(bytes)),
    'JavaScript (µs)': microsOf(Math.ceil(calls / 10), () => keccak_256(bytes)),
  }
})
console.table([
  ...rows,
  {
    call: 'signer of a hash',
    'WebAssembly (µs)': microsOf(2_000, () => recoverSender(hash, signature)),
    'JavaScript (µs)': microsOf(400, () => recoverSigner(hash, signature)),
  },
])
