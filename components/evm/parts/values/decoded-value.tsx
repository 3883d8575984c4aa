import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { IntegerValue } from './integer-value.tsx'
import type { ShownAbiValue } from './shown-values.ts'

const isInteger = (text: string): boolean => /^-?\d+$/.test(text)

/** A decoded value; lists and tuples item by item. */
export const DecodedValue = ({
  chain,
  value: { type, text, items, more },
}: {
  chain: string
  value: ShownAbiValue
}) => {
  if (items)
    return (
      <ol className="grid gap-1 border-line border-l pl-3">
        {items.length === 0 && more === 0 && <li className="text-muted text-xs leading-5">empty</li>}
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their index
          <li key={index} className="flex min-w-0 gap-2">
            <span className="shrink-0 text-muted text-xs leading-5">{index}</span>
            <span className="min-w-0 grow">
              <DecodedValue chain={chain} value={item} />
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-muted text-xs leading-5">{groupedNumber(more)} more in the raw data</li>}
      </ol>
    )
  if (type === 'address')
    return (
      <span className="flex min-w-0 items-center gap-1 text-xs leading-5">
        <AddressLink chain={chain} address={text.toLowerCase()} className="min-w-0" />
        <CopyButton value={text} label="Copy address" className="-my-1" />
      </span>
    )
  if (/^u?int\d*$/.test(type) && isInteger(text))
    return (
      <span className="font-mono text-xs leading-5">
        <IntegerValue value={text} />
      </span>
    )
  return (
    <span
      data-mark={text}
      className="block max-h-60 overflow-y-auto whitespace-pre-wrap break-all font-mono text-xs leading-5"
    >
      {text === '' ? <span className="text-muted">empty</span> : text}
    </span>
  )
}
