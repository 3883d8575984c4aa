import type { ReactNode } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { inTime } from '#components/kit/in-time.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { Ask } from '#lib/pages/question.ts'
import { AccountFacts } from './account-facts.tsx'
import { accountQuestions } from './account-questions.ts'
import { AptBalance } from './apt-balance.tsx'

/** How long the page waits for the account's name. */
const nameWithinMs = 1_500

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
  const questions = accountQuestions(address, network, status)
  const [account, name, created] = await Promise.all([
    questions.account && ask(questions.account),
    questions.name && inTime(ask(questions.name), nameWithinMs),
    questions.created && ask(questions.created),
  ])
  const tabs = [
    ...(questions.account
      ? [
          { title: 'Transactions', href: aptosPaths.account({ address }) },
          { title: 'Assets', href: aptosTabPaths.accountAssets({ address }) },
          { title: 'Transfers', href: aptosTabPaths.accountTransfers({ address }) },
          { title: 'NFTs', href: aptosTabPaths.accountNfts({ address }) },
        ]
      : []),
    { title: 'NFT transfers', href: aptosTabPaths.accountNftTransfers({ address }) },
    ...(questions.account
      ? [
          { title: 'Resources', href: aptosTabPaths.accountResources({ address }) },
          { title: 'Modules', href: aptosTabPaths.accountModules({ address }) },
        ]
      : []),
    ...(created?.data?.result[0] ? [{ title: 'Created', href: aptosPaths.creator({ address }) }] : []),
  ]
  return (
    <>
      <AptosTitle
        page={{ network, status }}
        title={<bdi>{name?.data?.name ?? 'Aptos account'}</bdi>}
        kind="wallet"
        subject={address}
        copyLabel="Copy address"
      >
        {name?.data?.name && <Badge>Aptos account</Badge>}
      </AptosTitle>
      <AptosNote network={network} kind="wallet" subject={address} />
      {account?.fault && (
        <Panel aria-label="Account">
          <FaultState {...account.fault} />
        </Panel>
      )}
      {account?.data && questions.balance && (
        <AccountFacts
          account={account.data}
          network={network}
          status={status}
          balance={<AptBalance answer={ask(questions.balance)} call={questions.balance} />}
        />
      )}
      <TabBar label="Account" tabs={tabs.map(({ title, href }) => ({ title, href: aptosPath(href, network) }))} />
      {children}
    </>
  )
}
