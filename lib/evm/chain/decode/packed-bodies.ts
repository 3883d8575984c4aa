import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmWithdrawal } from '#lib/evm/chain/block.ts'

/** Index, validator and amount are uint64 (EIP-4895), big-endian; between them the address. */
const withdrawalBytes = 8 + 8 + 20 + 8
const hashBytes = 32

export const packedWithdrawals = (withdrawals: readonly EvmWithdrawal[]): Uint8Array => {
  const packed = Buffer.alloc(withdrawals.length * withdrawalBytes)
  for (const [position, { index, validatorIndex, address, amount }] of withdrawals.entries()) {
    const at = position * withdrawalBytes
    packed.writeBigUInt64BE(index, at)
    packed.writeBigUInt64BE(validatorIndex, at + 8)
    packed.set(toBytes(address), at + 16)
    packed.writeBigUInt64BE(amount, at + 36)
  }
  return packed
}

export const unpackedWithdrawals = (bytes: Uint8Array): EvmWithdrawal[] => {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: packed.length / withdrawalBytes }, (_, position) => {
    const at = position * withdrawalBytes
    return {
      index: packed.readBigUInt64BE(at),
      validatorIndex: packed.readBigUInt64BE(at + 8),
      address: toHex(packed.subarray(at + 16, at + 36)),
      amount: packed.readBigUInt64BE(at + 36),
    }
  })
}

export const packedHashes = (hashes: readonly Hex[]): Uint8Array => Buffer.concat(hashes.map(toBytes))

export const unpackedHashes = (bytes: Uint8Array): Hex[] =>
  Array.from({ length: bytes.length / hashBytes }, (_, position) =>
    toHex(bytes.subarray(position * hashBytes, (position + 1) * hashBytes)),
  )
