import { type ReactNode, Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { inTime } from '#components/kit/in-time.ts'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { type AptosAccount, aptosAccountApi } from '#lib/aptos/account/sent-contract.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosNameApi } from '#lib/aptos/names/contract.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Answer, type Ask, type Call, callTo } from '#lib/pages/question.ts'

/**
 * The questions of every account page: the account, its APT, its name, and the newest collection that it created. The hosted
 * service has none of them, and the demo ledger has no names.
 */
export const accountQuestions = (address: string, network: AptosNetwork, status: AptosStatus | undefined) => {
  const isHosted = status?.source === 'hosted'
  return {
    account: isHosted ? undefined : callTo(aptosAccountApi.aptosAccount, { address, network }),
    balance: isHosted ? undefined : callTo(aptosStateApi.aptosAccountBalance, { address, network }),
    name:
      isHosted || status?.source === 'demo' ? undefined : callTo(aptosNameApi.aptosAccountName, { address, network }),
    created: isHosted
      ? undefined
      : { ...callTo(aptosNftExplorerApi.aptosCreatorCollections, { address, network, limit: 1 }), part: 'newest' },
  }
}

/** Facts about an account's resource. */
const AccountFacts = ({ account, network }: { account: AptosAccount; network: AptosNetwork }) => {
  const foot = (
    <SourceFoot title="Account" call={callTo(aptosAccountApi.aptosAccount, { address: account.address, network })} />
  )
  if (account.sequence_number === null)
    return (
      <Panel aria-label="Account">
        <EmptyState title="No account resource at this address">
          It has not sent a transaction with a sequence number. It may only have received assets, or be an object such
          as a collection or a token.
        </EmptyState>
        {foot}
      </Panel>
    )
  const key = account.authentication_key
  if (!key) return null
  return (
    <Panel aria-label="Account">
      <Facts>
        <Fact label="Auth key" wide long>
          <Copied value={key} label="Copy authentication key">
            <span className="font-mono">{key}</span>
          </Copied>
        </Fact>
      </Facts>
      {foot}
    </Panel>
  )
}

/** 1 APT is 10^8 octas. */
const octaDecimals = 8

type Balance = Promise<Answer<Output<AptosExplorerApi['aptosAccountBalance']>>>

/** The figures beside the title; the balance streams in. */
const AccountFigures = ({
  account,
  answer,
  call,
}: {
  account: AptosAccount | undefined
  answer: Balance
  call: Call
}) => (
  <dl aria-label="Figures" className="figures">
    <div>
      <dt className="flex items-center gap-1">
        APT balance <SourceLink title="APT balance" call={call} className="-my-1" />
      </dt>
      <dd>
        <Suspense fallback={<Skeleton className="my-1.5 h-4 w-32" />}>
          <Read answer={answer} />
        </Suspense>
      </dd>
    </div>
    {account?.sequence_number != null && (
      <div>
        <dt>Sequence number</dt>
        <dd>{groupedNumber(account.sequence_number)}</dd>
      </div>
    )}
  </dl>
)

const Read = async ({ answer }: { answer: Balance }) => {
  const { data, fault } = await answer
  if (fault)
    return (
      <span className="font-normal text-muted text-sm" title={fault.message}>
        not known
      </span>
    )
  return <Amount value={data.amount} decimals={octaDecimals} symbol="APT" />
}

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
        facts={
          questions.balance && (
            <AccountFigures account={account?.data} answer={ask(questions.balance)} call={questions.balance} />
          )
        }
      >
        {status?.source === 'demo' && <Badge>Demo ledger</Badge>}
        {name?.data?.name && <Badge>Aptos account</Badge>}
      </AptosTitle>
      <AptosNote network={network} kind="wallet" subject={address} />
      {account?.fault && (
        <Panel aria-label="Account">
          <FaultState {...account.fault} />
        </Panel>
      )}
      {account?.data && <AccountFacts account={account.data} network={network} />}
      <TabBar label="Account" tabs={tabs.map(({ title, href }) => ({ title, href: aptosPath(href, network) }))} />
      {children}
    </>
  )
}
