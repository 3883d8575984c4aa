import type { ReactNode } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { AptosIndexMark } from '#components/aptos/parts/coverage/index-mark.tsx'
import { LedgerCoverage } from '#components/aptos/parts/coverage/ledger-coverage.tsx'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { AptosLabelButton } from '#components/aptos/parts/titles/aptos-label-button.tsx'
import { AptosNote } from '#components/aptos/parts/titles/aptos-note.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import type { Ask } from '#lib/pages/question.ts'
import { AccountFacts } from './account-facts.tsx'
import { accountQuestions } from './account-questions.ts'

/** The header and tabs of every page of an account. */
export const AccountFrame = async ({
  ask,
  address,
  network,
  status,
  children,
}: {
  ask: Ask
  address: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const { account: asked, created: first } = accountQuestions(address, network)
  const [account, created] = await Promise.all([ask(asked), ask(first)])
  const tabs = [
    { title: 'Transactions', href: aptosPaths.account({ address }) },
    { title: 'NFTs', href: aptosPaths.accountNfts({ address }) },
    { title: 'NFT transfers', href: aptosPaths.accountNftTransfers({ address }) },
    ...(created.data?.result[0] ? [{ title: 'Created', href: aptosPaths.creator({ address }) }] : []),
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
      <AptosNote network={network} kind="wallet" subject={address} />
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
