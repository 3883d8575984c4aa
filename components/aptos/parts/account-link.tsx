import type { ComponentProps } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'

type AccountLinkProps = Omit<ComponentProps<typeof Link>, 'href'> & { address: string; network: AptosNetwork }

/** A link to an account, on the network of the page. */
export const AccountLink = ({ address, network, className, ...props }: AccountLinkProps) => (
  <Link
    {...props}
    href={aptosPath(aptosPaths.account({ address: aptosAddress(address) ?? address }), network)}
    title={address}
    className={classNames('address', className)}
  >
    <Hash value={address} title={undefined} />
  </Link>
)
