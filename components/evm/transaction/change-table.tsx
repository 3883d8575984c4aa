import type { ReactNode } from 'react'
import type { Movement } from '#components/evm/frames/transaction/movement-of.ts'
import { NetChangeLine } from '#components/evm/frames/transaction/net-change-line.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { AddressChanges } from '#lib/evm/summary/moves.ts'
import { netChanges } from '#lib/evm/summary/moves.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** Tokens of one address. */
const changesMax = 5

/** Net balance changes of all movements. */
export const ChangeTable = ({
  state,
  movement,
  first,
  addressesMax = 15,
  more = 'the transfers below list them all',
}: {
  state: EvmChainState
  movement: Movement
  /** The address that is listed first. */
  first?: string
  addressesMax?: number
  /** Where the others are. */
  more?: ReactNode
}) => {
  const changed = netChanges(movement.moves)
  const all = [
    ...changed.filter(({ address }) => address === first),
    ...changed.filter(({ address }) => address !== first),
  ]
  const shown = all.slice(0, addressesMax)
  return (
    <>
      <ul>
        {shown.map((one) => (
          <AddressRow key={one.address} state={state} movement={movement} {...one} />
        ))}
      </ul>
      {shown.length < all.length && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {groupedNumber(all.length - shown.length)} more addresses have changes; {more}.
        </p>
      )}
    </>
  )
}

type Props = AddressChanges & { state: EvmChainState; movement: Movement }

const AddressRow = ({ state, movement, address, changes }: Props) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
    <span className="flex min-w-0 items-center gap-1">
      <AddressLink chain={state.chain} address={address} label={movement.labels.get(address)} className="min-w-0" />
      <CopyButton value={address} label="Copy address" />
    </span>
    <ul className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      {changes.slice(0, changesMax).map((change) => (
        <NetChangeLine
          key={`${change.token} ${change.tokenId}`}
          state={state}
          movement={movement}
          change={change}
          className="sm:justify-end"
        />
      ))}
      {changes.length > changesMax && (
        <li className="text-muted sm:text-right">and {groupedNumber(changes.length - changesMax)} more tokens</li>
      )}
    </ul>
  </li>
)

/** What the sums leave out. */
export const changesNote = ({ isCoinTraced }: Movement, { symbol }: EvmChainState): string =>
  isCoinTraced ? 'Without fees' : `Without fees, and without ${symbol} that contracts sent`
