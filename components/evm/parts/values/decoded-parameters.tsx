import { abiValues } from '#lib/evm/api/format/abi-value.ts'
import type { DecodedCall } from '#lib/evm/api/records/transactions.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { DecodedValue } from './decoded-value.tsx'
import { type KnownAddresses, nobody } from './nobody.ts'
import { readingOf } from './reading.ts'
import { shownValues } from './shown-values.ts'
import type { Within } from './within.ts'

/** The arguments of a decoded call or event. Names and texts come from contracts: they are shown as plain text. */
export const DecodedParameters = ({
  chain,
  signature,
  params,
  contract,
  known = nobody,
  within,
}: {
  chain: string
  /** Expands tuple types; a declaration has the names of their fields, too. */
  signature: string
  params: DecodedCall['params']
  /** What was called or wrote the event: amounts may be of this token. */
  contract?: string | null
  known?: KnownAddresses
  within?: Within
}) => {
  if (params.length === 0) return <p className="text-muted text-sm">No arguments</p>
  const values = shownValues(abiValues(signature, params), (value, siblings) =>
    readingOf(value, siblings, contract, known),
  )
  return (
    <dl className="text-sm">
      {params.slice(0, values.length).map(({ name, type }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments are identified by their index, and names may repeat
          key={index}
          className="grid gap-x-4 border-line border-t py-1.5 first:border-t-0 sm:grid-cols-[minmax(5rem,10rem)_minmax(0,1fr)]"
        >
          <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="wrap-anywhere">{cutText(name, 80) || `#${index}`}</span>
            <span className="break-all font-mono text-muted text-xs">{cutText(type, 200)}</span>
          </dt>
          <dd className="min-w-0">
            {values[index] && <DecodedValue chain={chain} value={values[index]} known={known} within={within} />}
          </dd>
        </div>
      ))}
      {values.length < params.length && (
        <p className="py-1.5 text-muted text-xs">{params.length - values.length} more arguments are in the raw data.</p>
      )}
    </dl>
  )
}
