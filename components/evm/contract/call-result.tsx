import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { EvmContractCallResult } from '#lib/evm/contract/calls-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { ValueHint } from './value-hint.tsx'

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
