import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { EvmContractStorage } from '#lib/evm/contract/calls-contract.ts'
import { counted } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

type Variable = NonNullable<EvmContractStorage['result']>[number]

const nameMax = 120
const valueMax = 300

/** Variables of a contract with their slots and values. */
export const StorageTable = ({
  chain,
  label,
  variables,
}: {
  chain: string
  label: string
  variables: readonly Variable[]
}) =>
  variables.length === 0 ? (
    <p className="px-4 py-3 text-muted text-sm">It has no state variables.</p>
  ) : (
    <WideTable
      label={label}
      titles={['Variable', 'Value', 'Type', 'Slot']}
      rows={variables.map((one) => [
        shortName(one.name),
        <Value key="value" chain={chain} variable={one} />,
        <span key="type" className="font-mono text-muted text-xs">
          {cutText(one.type, nameMax)}
        </span>,
        <span key="slot" className="font-mono text-muted text-xs" title={one.slot}>
          {slotText(one)}
        </span>,
      ])}
    />
  )

const Value = ({ chain, variable: { kind, type, value } }: { chain: string; variable: Variable }) => {
  if (kind === 'mapping') return <span className="text-muted">by key</span>
  if (value === null) return <span className="text-muted">not read</span>
  if (kind === 'list') return counted(Number(value), 'element')
  if (/^(address|contract )/.test(type) && !/^0x0{40}$/.test(value))
    return <AddressLink chain={chain} address={value} />
  return <span className="font-mono text-xs">{value === '' ? '(empty)' : cutText(value, valueMax)}</span>
}

/** Keys that are addresses are shortened: on a phone, the value must be in sight. */
const shortName = (name: string): string => cutText(name.replace(/0x[0-9a-f]{40}/gi, shortText), nameMax)

/** Slots of mappings are hashes. */
const slotText = ({ slot, offset }: Variable): string => {
  const number = BigInt(slot)
  const text = number < 1_000_000n ? String(number) : `${slot.slice(0, 10)}…`
  return offset === 0 ? text : `${text}, byte ${offset}`
}
