import type { ComponentProps } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'

type AddressLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & {
  chain: string
  address: string
  /** A known name of the address; the address stays in the title. */
  label?: string | null
}

/** A link to a wallet or contract. */
export const AddressLink = ({ chain, address, label, className, ...props }: AddressLinkProps) => (
  <Link
    {...props}
    href={evmPaths.wallet({ chain, address })}
    title={label ? `${label} · ${address}` : address}
    className={classNames('address', className)}
  >
    {label ? <span className="block truncate">{label}</span> : <Hash value={address} title={undefined} />}
  </Link>
)
