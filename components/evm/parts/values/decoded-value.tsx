import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { IntegerValue } from './integer-value.tsx'
import type { KnownAddresses } from './nobody.ts'
import type { ShownAbiValue } from './shown-values.ts'
import type { Within } from './within.ts'

const isInteger = (text: string): boolean => /^-?\d+$/.test(text)

type ValueProps = { chain: string; known: KnownAddresses; within: Within | undefined }

/** A decoded value; lists and tuples item by item, and calls among the bytes as calls. */
export const DecodedValue = ({ value, ...props }: ValueProps & { value: ShownAbiValue }) => {
  const { type, text, path, items, more, reading } = value
  const { chain, known, within } = props
  if (items) {
    const isTuple = type.startsWith('(') && type.endsWith(')')
    return (
      <ol className="grid gap-1 border-line border-l pl-3">
        {items.length === 0 && more === 0 && <li className="text-muted text-xs leading-5">empty</li>}
        {items.map((item, index) => (
          <li key={item.path.join('.')} className="flex min-w-0 flex-wrap gap-x-2 sm:flex-nowrap">
            <span className="shrink-0 text-muted text-xs leading-5">{(isTuple && item.name) || index}</span>
            <span className="min-w-0 grow">
              <DecodedValue {...props} value={item} />
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-muted text-xs leading-5">{groupedNumber(more)} more in the raw data</li>}
      </ol>
    )
  }
  if (type === 'address')
    return (
      <span className="flex min-w-0 items-center gap-1 text-xs leading-5">
        <AddressLink
          chain={chain}
          address={text.toLowerCase()}
          label={known.names.get(text.toLowerCase())}
          className="min-w-0"
        />
        <CopyButton value={text} label="Copy address" className="-my-1" />
      </span>
    )
  if (/^u?int\d*$/.test(type) && isInteger(text))
    return (
      <span className="font-mono text-xs leading-5">
        <IntegerValue value={text} reading={reading} />
      </span>
    )
  const calls = type === 'bytes' ? within?.(path) : undefined
  const raw = (
    <span
      data-mark={text}
      className="block max-h-60 overflow-y-auto whitespace-pre-wrap break-all font-mono text-xs leading-5"
    >
      {text === '' ? <span className="text-muted">empty</span> : text}
    </span>
  )
  if (!calls) return raw
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {calls}
      <details className="text-muted text-xs">
        <summary className="hit w-fit cursor-pointer hover:text-accent">as bytes</summary>
        {raw}
      </details>
    </div>
  )
}
