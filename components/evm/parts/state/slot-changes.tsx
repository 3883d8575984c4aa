import type { EvmStateChanges } from '#lib/evm/trace/state-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Slot = EvmStateChanges['accounts'][number]['storage'][number]

/** Slots that are drawn; the API returns more. */
const shownMax = 40

/** The storage slots of a contract that a transaction wrote, with names where they can be proven. */
export const SlotChanges = ({ slots, count }: { slots: readonly Slot[]; count: number }) => (
  <details open={count <= 4}>
    <summary className="w-fit text-muted hover:text-accent">
      {groupedNumber(count)} storage {count === 1 ? 'slot' : 'slots'}
    </summary>
    <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
      {slots.slice(0, shownMax).map(({ slot, before, after, name, name_source }) => (
        <li
          key={slot}
          className="grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-lg bg-sunken px-3 py-2 font-mono text-xs leading-5"
        >
          <span className="break-all" title={slot}>
            {name ?? slotText(slot)}
            {name_source === 'derived' && <span className="ml-2 font-sans text-muted">proven by its hash</span>}
            {name_source === 'layout' && <span className="ml-2 font-sans text-muted">by verified sources</span>}
          </span>
          <span className="break-all text-muted">
            <del>{valueText(before)}</del> → <ins className="text-ink no-underline">{valueText(after)}</ins>
          </span>
        </li>
      ))}
    </ul>
    {count > shownMax && (
      <p className="mt-2 text-muted">{groupedNumber(count - shownMax)} more slots; the API returns up to 200.</p>
    )}
  </details>
)

/** A variable's own slot is a small number; others are hashes. */
const slotText = (slot: string): string => {
  const number = BigInt(slot)
  return number < 2n ** 32n ? `slot ${number}` : slot
}

/** A number if it is short, an address if it fits, otherwise the whole word. */
const valueText = (value: string): string => {
  const number = BigInt(value)
  if (number < 10n ** 24n) return groupedNumber(String(number))
  return number < 2n ** 160n && number >= 2n ** 120n ? `0x${value.slice(-40)}` : value
}
