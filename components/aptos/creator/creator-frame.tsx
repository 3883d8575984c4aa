import type { ReactNode } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { AptosIndexMark } from '#components/aptos/parts/coverage/index-mark.tsx'
import { LedgerCoverage } from '#components/aptos/parts/coverage/ledger-coverage.tsx'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { AptosLabelButton } from '#components/aptos/parts/titles/aptos-label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'

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
      <PageTitle tools={<PageToolsButton />} kind="Aptos creator" aside={status && <AptosIndexMark status={status} />}>
        <span className="break-all font-mono">
          <span className="select-all">{address}</span>
          <CopyButton value={address} label="Copy address" className="ml-1" />
        </span>
        <AptosLabelButton network={network} kind="wallet" subject={address} />
        <NetworkBadge network={network} />
        <Link href={aptosPath(aptosPaths.account({ address }), network)} className="text-accent hover:underline">
          Its account
        </Link>
      </PageTitle>
      {status && <LedgerCoverage status={status} />}
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
