import type { ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import type { NoteReader } from '#components/sign-in/own-note.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { AccountFacts } from './account-facts.tsx'
import type { AccountView } from './account-of.ts'
import { AptosLabelButton } from './aptos-label-button.tsx'
import { AptosNote } from './aptos-note.tsx'
import { aptosPath } from './aptos-path.ts'
import { AptosIndexMark } from './index-mark.tsx'
import { LedgerCoverage } from './ledger-coverage.tsx'
import { NetworkBadge } from './network-badge.tsx'

/** What every page of an account shows above its tabs. */
export const AccountFrame = ({
  view: { address, network, status, account, created },
  notes,
  children,
}: {
  view: AccountView
  notes: NoteReader
  children: ReactNode
}) => {
  const path = explorerPath.aptosAccount(address)
  const tabs = [
    { title: 'Transactions', href: path },
    { title: 'NFTs', href: `${path}/nfts` },
    { title: 'NFT transfers', href: `${path}/nft-transfers` },
    ...(created ? [{ title: 'Created', href: explorerPath.aptosCreator(address) }] : []),
  ]
  return (
    <>
      <PageTitle tools={<PageToolsButton />} kind="Aptos account" aside={status && <AptosIndexMark status={status} />}>
        <span className="break-all font-mono">
          <span className="select-all">{address}</span>
          <CopyButton value={address} label="Copy address" className="ml-1" />
        </span>
        <AptosLabelButton network={network} kind="wallet" subject={address} />
        <NetworkBadge network={network} />
      </PageTitle>
      {status && <LedgerCoverage status={status} />}
      <AptosNote notes={notes} network={network} kind="wallet" subject={address} />
      {account.fault ? (
        <Panel aria-label="Account">
          <FaultState {...account.fault} />
        </Panel>
      ) : (
        <AccountFacts account={account.data} network={network} status={status} />
      )}
      <TabBar label="Account" tabs={tabs.map(({ title, href }) => ({ title, href: aptosPath(href, network) }))} />
      {children}
    </>
  )
}
