import type { DecodedCall } from '#lib/evm/contract/transactions.ts'
import { abiValue, signatureTypes } from './transaction/abi-value.ts'
import { DecodedValue } from './transaction/decoded-value.tsx'

/** The arguments of a decoded call or event. Names and texts come from contracts: they are shown as text and nothing else. */
export const DecodedParameters = ({
  chain,
  signature,
  params,
}: {
  chain: string
  /** Spells out what tuples are made of. */
  signature: string
  params: DecodedCall['params']
}) => {
  if (params.length === 0) return <p className="text-muted text-sm">No arguments</p>
  const types = signatureTypes(signature)
  return (
    <dl className="text-sm">
      {params.map(({ name, type, value }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments have places, and names may repeat
          key={index}
          className="grid gap-x-4 border-line border-t py-1.5 first:border-t-0 sm:grid-cols-[minmax(5rem,10rem)_minmax(0,1fr)]"
        >
          <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="wrap-anywhere">{name || `#${index}`}</span>
            <span className="break-all font-mono text-muted text-xs">{type}</span>
          </dt>
          <dd className="min-w-0">
            <DecodedValue chain={chain} value={abiValue(types[index] ?? type, value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
