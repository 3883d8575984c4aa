import { Hash } from '#components/chain/hash.tsx'
import { AddressOrBoth } from '#components/evm/parts/alike/suspicious.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { AddressLink } from './address-link.tsx'

/** One side of a transaction or transfer; the page's own wallet is not linked. */
export const Party = ({
  chain,
  address,
  label,
  wallet,
  suspicion,
}: {
  chain: string
  address: string
  label?: string | null
  wallet?: string
  /** The suspicion about the row, if any. */
  suspicion?: Suspicion
}) => {
  if (address === wallet) return <Hash value={address} title={undefined} className="text-muted" />
  return (
    <span className="copied">
      <AddressOrBoth suspicion={suspicion} chain={chain} address={address}>
        <AddressLink chain={chain} address={address} label={label} />
      </AddressOrBoth>
      <CopyButton value={address} label={suspicion?.imitated ? 'Copy (look-alike)' : 'Copy address'} />
    </span>
  )
}
