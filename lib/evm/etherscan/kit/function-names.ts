import { toBytes } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { declarationOf } from '#lib/evm/abi/abi-index.ts'
import { findCall } from '#lib/evm/abi/decode-call.ts'
import type { ActionCall } from './action.ts'
import { methodIdOf } from './text.ts'

/** Contracts whose verified ABIs one answer uses; the calls of others are named by known signatures. */
const contractsMax = 100
const abisWaitMs = 150

type NamedCall = { to: string; input: string; block: number }

/** Names the function of a call: `transfer(address to,uint256 amount)` of a verified ABI, otherwise without names; empty if unknown. */
export const functionNames = async (
  { context: { abis, signatures }, chain }: Pick<ActionCall, 'context' | 'chain'>,
  calls: readonly NamedCall[],
): Promise<(call: NamedCall) => string> => {
  const called = calls.filter(({ to, input }) => to !== '' && methodIdOf(input) !== '0x')
  const contracts = new Map<Hex, { address: Hex; block: number }>()
  for (const { to, block } of called)
    if (isHex(to) && contracts.size < contractsMax && !contracts.has(to)) contracts.set(to, { address: to, block })
  const selectors = new Set(called.map(({ input }) => methodIdOf(input)).filter(isHex))
  const [known] = await Promise.all([
    abis?.knownOf(chain, [...contracts.values()], { waitMs: abisWaitMs }),
    signatures?.learn(selectors),
  ])
  return ({ to, input }) => {
    if (to === '' || methodIdOf(input) === '0x' || !isHex(to)) return ''
    const bytes = toBytes(input)
    const contract = contracts.get(to)
    const verified = contract && findCall(known?.(contract) ?? [], bytes)
    return verified ? declarationOf(verified.item) : (signatures?.guessMethod(bytes)?.signature ?? '')
  }
}
