import { toHex } from '#lib/base/bytes.ts'
import { invariant } from '#lib/base/invariant.ts'

/*
 * An account is an address: 32 bytes on Aptos, 20 on EVM chains, where a key has one address on all of them. A contract that
 * signed is an account of its chain alone (CAIP-10: `eip155:10:0x…`), because the contract at the same address of another chain
 * may be someone else's. Its bytes are followed by the chain id.
 */

const evmBytes = 20
const chainIdBytes = 8

/** Converts an account between its text, in lower case, and the stored bytes. */
export const addressBytes = (account: string): Uint8Array => {
  const [, chainId, digits = ''] = /^(?:eip155:(\d{1,16}):)?0x([0-9a-f]*)$/.exec(account) ?? []
  const address = Buffer.from(digits, 'hex')
  if (chainId === undefined) return Uint8Array.from(address)
  invariant(address.length === evmBytes, 'only an address of an EVM chain is bound to a chain')
  const chain = Buffer.alloc(chainIdBytes)
  chain.writeBigUInt64BE(BigInt(chainId))
  return Uint8Array.from([...address, ...chain])
}

export const storedAddressText = (stored: Uint8Array): string => {
  const bytes = Buffer.from(stored)
  if (bytes.length !== evmBytes + chainIdBytes) return toHex(bytes)
  return `eip155:${bytes.readBigUInt64BE(evmBytes)}:${toHex(bytes.subarray(0, evmBytes))}`
}
