import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { ChangedAmount } from '#components/chain/changed-amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmStateChanges } from '#lib/evm/trace/state-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { AddressLink } from './address-link.tsx'

type Slot = EvmStateChanges['accounts'][number]['storage'][number]

/** Slots that are drawn; the API returns more. */
const shownMax = 40

/** The storage slots of a contract that a transaction wrote, with names where they can be proven. */
const SlotChanges = ({ slots, count }: { slots: readonly Slot[]; count: number }) => (
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

type Account = EvmStateChanges['accounts'][number]

/** What a transaction changed of one account. */
export const AccountChanges = ({
  state: { chain, symbol, decimals },
  address,
  label,
  account,
  tokens,
}: {
  state: EvmChainState
  address: string
  label?: string | undefined
  /** Undefined if only tokens say that the account has more or less of them. */
  account: Account | undefined
  /** Items of a list: what it has more or less of. */
  tokens?: ReactNode
}) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b px-4 py-3 text-sm last:border-b-0">
    <p className="flex min-w-0 items-center gap-1.5">
      <AddressLink chain={chain} address={address} label={account?.address_label ?? label} className="min-w-0" />
      <CopyButton value={address} label="Copy address" />
      {account && account.fate !== 'changed' && (
        <Badge tone={account.fate === 'created' ? 'good' : 'bad'}>{account.fate}</Badge>
      )}
    </p>
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {account?.balance && (
        <Row label={symbol || 'Balance'}>
          <Difference {...account.balance} decimals={decimals} symbol={symbol} />
          <span className="text-muted">
            <Amount value={account.balance.before} decimals={decimals} /> →{' '}
            <Amount value={account.balance.after} decimals={decimals} />
          </span>
        </Row>
      )}
      {tokens && (
        <Row label="Tokens">
          <ul className="grid min-w-0 gap-1">{tokens}</ul>
        </Row>
      )}
      {account?.nonce && (
        <Row label="Nonce">
          {groupedNumber(account.nonce.before)} → {groupedNumber(account.nonce.after)}
        </Row>
      )}
      {account?.code_bytes && (
        <Row label="Code">
          {groupedNumber(account.code_bytes.before)} → {groupedNumber(account.code_bytes.after)} bytes
        </Row>
      )}
    </dl>
    {account && account.storage.length > 0 && <SlotChanges slots={account.storage} count={account.storage_count} />}
  </li>
)

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="truncate text-muted">{label}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-3">{children}</dd>
  </>
)

const Difference = ({
  before,
  after,
  decimals,
  symbol,
}: {
  before: string
  after: string
  decimals: number
  symbol: string
}) => {
  const change = String(BigInt(after) - BigInt(before))
  return <ChangedAmount value={change} decimals={decimals} symbol={symbol} className="font-medium" />
}
