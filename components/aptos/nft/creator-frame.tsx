import type { ReactNode } from 'react'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { Link } from '#components/ui/link.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/** The header and tabs of both pages of a creator. */
export const CreatorFrame = ({
  address,
  network,
  status,
  children,
}: {
  address: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const path = aptosPaths.creator({ address })
  return (
    <>
      <AptosTitle
        page={{ network, status }}
        title="Aptos creator"
        kind="wallet"
        subject={address}
        copyLabel="Copy address"
      >
        <Link href={aptosPath(aptosPaths.account({ address }), network)} className="text-accent hover:underline">
          Account page
        </Link>
      </AptosTitle>
      <TabBar
        label="Creator"
        tabs={[
          { title: 'Transfers', href: aptosPath(path, network) },
          { title: 'Collections', href: aptosPath(`${path}/collections`, network) },
        ]}
      />
      {children}
    </>
  )
}
