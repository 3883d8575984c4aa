import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'

/**
 * Where a contract forwards to, according to its code alone. - `no_code`: an account, for now - `plain`: it never runs
 * other code in its own context - `constant`: it forwards to one address that is part of the code: `eip1167` and the
 * other clones, or `eip7702` - `forwarding`: it may forward; the target is in its storage
 */
export type ProxyCode =
  | { kind: 'no_code' | 'plain' }
  | { kind: 'constant'; pattern: 'eip1167' | 'clone' | 'eip7702'; implementation: Hex }
  | { kind: 'forwarding'; isSafe: boolean }

const delegateCall = 0xf4
const gas = 0x5a
const pushFirst = 0x60
const pushLast = 0x7f
const addressBytes = 20
/** Clones are this small; in larger code, an address before a DELEGATECALL is a library's. */
const cloneBytesMax = 300
/** `masterCopy()`, which the proxies of Safe wallets answer themselves. */
const masterCopyPush = Buffer.from('7fa619486e', 'hex')
/** EIP-7702, "Delegation Designation". */
const designator = Buffer.from('ef0100', 'hex')
/** EIP-1167, "Specification". */
const eip1167 = /^0x363d3d373d3d3d363d73[0-9a-f]{40}5af43d82803e903d91602b57fd5bf3/

export const proxyCode = (code: Uint8Array): ProxyCode => {
  if (code.length === 0) return { kind: 'no_code' }
  if (code.length === designator.length + addressBytes && designator.equals(code.subarray(0, designator.length)))
    return { kind: 'constant', pattern: 'eip7702', implementation: toHex(code.subarray(designator.length)) }
  const { forwards, target } = scan(code)
  if (!forwards) return { kind: 'plain' }
  if (target && code.length <= cloneBytesMax)
    return { kind: 'constant', pattern: eip1167.test(toHex(code)) ? 'eip1167' : 'clone', implementation: target }
  return { kind: 'forwarding', isSafe: Buffer.from(code).includes(masterCopyPush) }
}

/** Whether the instructions contain a DELEGATECALL, and the address pushed right before it: PUSH, GAS, DELEGATECALL. */
const scan = (code: Uint8Array): { forwards: boolean; target: Hex | undefined } => {
  let forwards = false
  let target: Hex | undefined
  for (let at = 0; at < code.length; at++) {
    const operation = code[at] ?? 0
    if (operation === delegateCall) forwards = true
    if (operation < pushFirst || operation > pushLast) continue
    const size = operation - pushFirst + 1
    const next = at + 1 + size
    // An address with zeros in front takes a shorter PUSH.
    if (size <= addressBytes && size >= addressBytes - 8 && code[next] === gas && code[next + 1] === delegateCall)
      target = `0x${toHex(code.subarray(at + 1, next))
        .slice(2)
        .padStart(2 * addressBytes, '0')}`
    at = next - 1
  }
  return { forwards, target }
}
