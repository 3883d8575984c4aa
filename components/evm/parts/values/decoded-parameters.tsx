import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { type AbiValue, abiValues } from '#lib/evm/api/format/abi-value.ts'
import type { DecodedCall } from '#lib/evm/api/records/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { IntegerValue } from './integer-value.tsx'
import { type AddressBook, nobody } from './nobody.ts'
import { type Reading, readingOf } from './reading.ts'
import type { Within } from './within.ts'

/** A decoded value as a page shows it; `more` items of a list are left out. */
type ShownAbiValue = {
  name: string
  type: string
  text: string
  /** The argument, then the item or field in it, and so on. */
  path: readonly number[]
  reading: Reading | undefined
  items: ShownAbiValue[] | undefined
  more: number
}

/** Values of one call or event, items of lists and tuples included. */
const valuesMax = 60
const textMax = 600

/** The maximum of decoded values on a page, however long their lists and texts are. `read` says how an integer reads. */
const shownValues = (
  values: readonly AbiValue[],
  read: (value: AbiValue, siblings: readonly AbiValue[]) => Reading | undefined,
): ShownAbiValue[] => {
  let left = valuesMax
  const show = (value: AbiValue, siblings: readonly AbiValue[], path: readonly number[]): ShownAbiValue => {
    left -= 1
    const { name, type, text, items } = value
    const own = { name, type, path }
    if (!items)
      return { ...own, text: cutText(text, textMax), reading: read(value, siblings), items: undefined, more: 0 }
    const shown = showAll(items, path, name)
    return { ...own, text: '', reading: undefined, items: shown, more: items.length - shown.length }
  }
  /** Items of a list read as the list is named. */
  const showAll = (all: readonly AbiValue[], path: readonly number[], listName = ''): ShownAbiValue[] => {
    const shown: ShownAbiValue[] = []
    for (const [index, value] of all.entries()) {
      if (left <= 0) break
      const isItem = value.name === '' && listName !== ''
      shown.push(show(isItem ? { ...value, name: listName } : value, all, [...path, index]))
    }
    return shown
  }
  return showAll(values, [])
}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text)

type ValueProps = { chain: string; known: AddressBook; within: Within | undefined }

/** A decoded value; lists and tuples item by item, and calls among the bytes as calls. */
const DecodedValue = ({ value, ...props }: ValueProps & { value: ShownAbiValue }) => {
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
  known?: AddressBook
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
