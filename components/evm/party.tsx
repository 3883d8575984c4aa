import { AddressLink } from '#components/chain/address-link.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { AddressOrBoth } from './alike/suspicious.tsx'

/** Copy buttons of rows: seen on hover and focus where there is a pointer, never on phones. */
export const rowCopy = 'max-lg:hidden lg:opacity-0 lg:focus-visible:opacity-100 lg:group-hover:opacity-100'

/** One side of a transaction or transfer; the wallet whose page this is does not link to itself. */
export const Party = ({
  chain,
  address,
  label,
  wallet,
  suspicion,
}: {
  chain: string
  address: string
  label: string | null
  wallet?: string
  /** What is wrong with the row, where something is. */
  suspicion?: Suspicion
}) => {
  if (address === wallet) return <Hash value={address} className="text-muted" />
  return (
    <span className="flex items-center">
      <AddressOrBoth suspicion={suspicion} chain={chain} address={address}>
        <AddressLink chain={chain} address={address} label={label} className="min-w-0" />
      </AddressOrBoth>
      <CopyButton
        value={address}
        label={suspicion?.imitated ? 'Copy (look-alike)' : 'Copy address'}
        className={rowCopy}
      />
    </span>
  )
}
