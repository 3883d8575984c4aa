import { Timestamp } from '#components/chain/timestamp.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { EvmContractCallResult } from '#lib/evm/contract/calls-contract.ts'
import { exactAmount } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

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
const ValueHint = ({
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

const shownMax = 1_300
const textMax = 600

/** What a call of a contract returned, or why it did not. */
export const CallResult = ({
  chain,
  result,
  decimals,
}: {
  chain: string
  result: EvmContractCallResult
  /** The answer of `decimals()`, if it is known. */
  decimals?: string
}) => {
  const { status, outputs, output, error } = result
  const signature = (params: readonly { type: string }[]) => `f(${params.map(({ type }) => plainType(type)).join()})`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {error && (
        <p className="text-sm">
          <Badge tone={status === 'reverted' ? 'bad' : 'warn'}>{status === 'reverted' ? 'Reverted' : 'Failed'}</Badge>{' '}
          <span className="wrap-anywhere">{errorText(error)}</span>
        </p>
      )}
      {error && error.text === null && error.params.length > 0 && (
        <DecodedParameters chain={chain} signature={signature(error.params)} params={error.params} />
      )}
      {outputs && <DecodedParameters chain={chain} signature={signature(outputs)} params={outputs} />}
      <ValueHint result={result} decimals={decimals} />
      {status === 'returned' && !outputs && (
        <p className="text-muted text-xs">Without an ABI, only the returned bytes are known:</p>
      )}
      {output && (!outputs || outputs.length === 0) && output !== '0x' && (
        <p className="flex min-w-0 items-start gap-1">
          <span className="break-all font-mono text-xs leading-5">{cutText(output, shownMax)}</span>
          <CopyButton value={output} label="Copy bytes" />
        </p>
      )}
      {status === 'returned' && output === '0x' && <p className="text-muted text-sm">It returned nothing.</p>}
    </div>
  )
}

const errorText = ({ text, signature }: NonNullable<EvmContractCallResult['error']>): string =>
  text !== null ? cutText(text, textMax) : (signature ?? 'without a reason')

/** A type without the names of its fields: `(address to,uint256 amount)[]` becomes `(address,uint256)[]`. */
const plainType = (type: string): string => type.replace(/ [A-Za-z_$][\w$]{0,255}(?=[,)])/g, '')
