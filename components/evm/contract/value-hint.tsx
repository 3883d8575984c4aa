import { Timestamp } from '#components/chain/timestamp.tsx'
import type { EvmContractCallResult } from '#lib/evm/contract/calls-contract.ts'
import { exactAmount } from '#lib/format/amount.ts'

/** Functions of ERC-20 that return amounts of the token itself. */
const amountFunctions: ReadonlySet<string> = new Set([
  'totalSupply()',
  'balanceOf(address)',
  'allowance(address,address)',
])
const decimalsMax = 77
const timeName = /(?:timestamp|deadline|expir(?:y|es|ation)|(?:start|end|unlock)_?time)/i
/** From 2001 to 2100, in seconds. */
const [timeMin, timeMax] = [1_000_000_000n, 4_102_444_800n]

/**
 * How a returned integer may be read, where the contract says so itself: by its `decimals()`, or by a name that means a time.
 */
export const ValueHint = ({
  result: { function: signature, outputs },
  decimals,
}: {
  result: EvmContractCallResult
  /** The answer of `decimals()`. */
  decimals: string | undefined
}) => {
  const [only] = outputs ?? []
  if (!only || outputs?.length !== 1 || !/^uint\d{0,3}$/.test(only.type) || !/^\d{1,78}$/.test(only.value)) return null
  if (amountFunctions.has(signature)) {
    const places = decimals !== undefined && /^\d{1,2}$/.test(decimals) ? Number(decimals) : undefined
    return places === undefined || places > decimalsMax ? null : (
      <p className="text-muted text-xs">
        {exactAmount(only.value, places)} with the {places} decimals of the contract
      </p>
    )
  }
  const name = signature.slice(0, Math.min(signature.indexOf('('), 100))
  const value = BigInt(only.value)
  if (!timeName.test(`${name} ${only.name.slice(0, 100)}`) || value < timeMin || value > timeMax) return null
  return (
    <p className="text-muted text-xs">
      As a time by its name: <Timestamp isAlone iso={new Date(Number(value) * 1_000).toISOString()} />
    </p>
  )
}
