import { Suspense } from 'react'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { EnsName } from '#components/evm/parts/ens-name.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import type { ExportedList } from '#components/export/export-button.tsx'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { exportOf } from '#components/source/called-endpoint.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { type Tab, TabBar } from '#components/ui/tab-bar.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { taxEndpoints } from '#lib/evm/tax/contract.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'
import { nftCountQuestion } from './overview-panel.tsx'
import { WalletActivity } from './wallet-activity.tsx'
import { WalletFacts, WalletFigures, WalletFiguresSkeleton, type WalletKnown } from './wallet-facts.tsx'
import { WalletHeader } from './wallet-header.tsx'
import {
  activityQuestion,
  countOf,
  countQuestion,
  isContract,
  kindWord,
  nameOf,
  oldestQuestion,
  unknownKind,
  walletKindOf,
} from './wallet-questions.ts'

const taxForms = [
  { endpoint: taxEndpoints.evmTaxKoinly, title: 'Koinly', about: 'its universal format' },
  { endpoint: taxEndpoints.evmTaxCointracking, title: 'CoinTracking', about: 'its CSV import' },
  { endpoint: taxEndpoints.evmTaxRows, title: 'All columns', about: 'with token addresses, for spreadsheets' },
]

/** Opens the export of what a wallet sent, received and paid, as tax software reads it. */
const TaxExport = ({ chain, address }: { chain: string; address: string }) => {
  const forms = taxForms.map(({ endpoint, title, about }) => ({
    ...{ title, about },
    ...exportOf(callTo(endpoint, { address, chains: [chain] })),
  }))
  const [{ address: url, fileName } = { address: '', fileName: '' }] = forms
  const list: ExportedList = { address: url, fileName, title: 'Tax export', forms }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-opens="export"
      data-value={JSON.stringify(list)}
      className="text-accent hover:underline"
    >
      Tax export
    </button>
  )
}

/** The number of rows per page; omitted or null if not counted. */
type WalletCounts = { transactions?: number | null; nfts?: number | null; nftTransfers?: number | null }

const shown = (count: number | null | undefined): string | undefined =>
  count == null ? undefined : groupedNumber(count)

/** The pages of a wallet, in display order. */
const walletTabs = (
  { chain, source, index_complete, internal_transfers }: EvmChainState,
  address: string,
  counts: WalletCounts = {},
  isContract = false,
  operationRole?: EvmAddress['user_operation_role'],
): Tab[] => {
  const isPartial = index_complete === false
  // None in the indexed blocks does not mean none; how many NFTs are held depends on all blocks.
  const indexed = (count: number | null | undefined) => (count === 0 && isPartial ? undefined : shown(count))
  const wallet = evmPaths.wallet({ chain, address })
  return [
    { title: 'Overview', href: wallet },
    ...(isContract
      ? [
          {
            title: 'Contract',
            href: `${wallet}/contract`,
            within: ['contract', 'code', 'read', 'write', 'storage'].map((page) => `${wallet}/${page}`),
          },
        ]
      : []),
    { title: 'Transactions', href: `${wallet}/transactions`, count: indexed(counts.transactions) },
    { title: 'ERC20 transfers', href: `${wallet}/erc20` },
    { title: 'NFTs', href: `${wallet}/nfts`, count: isPartial ? undefined : shown(counts.nfts) },
    { title: 'NFT transfers', href: `${wallet}/nft-transfers`, count: indexed(counts.nftTransfers) },
    ...(isContract ? [{ title: 'Events', href: `${wallet}/events` }] : []),
    ...(source !== 'hosted' && internal_transfers ? [{ title: 'Internal', href: `${wallet}/internal` }] : []),
    ...(operationRole ? [{ title: 'User operations', href: `${wallet}/user-operations` }] : []),
    { title: 'Burns', href: `${wallet}/burns` },
    { title: 'Approvals', href: `${wallet}/approvals` },
  ]
}

const accountWords = { erc4337: 'ERC-4337', safe: 'Safe', eip7702: 'EIP-7702' } as const

/** Accounts have a badge of their own. */
const roleWords = { account: undefined, paymaster: 'ERC-4337 paymaster', factory: 'ERC-4337 factory' } as const

/** Details of a token or smart account, with links to its other pages. */
const KindNote = ({ chain, found }: { chain: string; found: EvmAddress }) => {
  const { address, contract_type, account, delegate, delegate_label, forwards_to, user_operation_role } = found
  const role = user_operation_role && roleWords[user_operation_role]
  return (
    <>
      {contract_type && <Badge tone="accent">{contract_type} contract</Badge>}
      {account && <Badge tone="accent">{accountWords[account]}</Badge>}
      {contract_type && (
        <Link href={evmPaths.token({ chain, address })} className="text-accent hover:underline">
          Token page
        </Link>
      )}
      {role && <Badge tone="accent">{role}</Badge>}
      {delegate && (
        <span className="flex min-w-0 gap-x-1.5">
          <span className="text-muted">runs the code of</span>
          <AddressLink chain={chain} address={delegate} label={delegate_label} />
        </span>
      )}
      {forwards_to && (
        <span className="flex min-w-0 gap-x-1.5">
          <Badge
            tone="bad"
            title="Simulated after the newest indexed block: what the account receives leaves it in the same transaction, as sweepers of stolen keys do"
          >
            Forwards payments
          </Badge>
          <span className="text-muted">to</span>
          <AddressLink chain={chain} address={forwards_to} />
        </span>
      )}
    </>
  )
}

const WalletActivitySkeleton = () => (
  <Panel aria-hidden data-loading className="mt-4">
    <div className="flex h-14 items-center px-4">
      <Skeleton className="h-6 w-full" />
    </div>
  </Panel>
)

type Of = { ask: Ask; state: EvmChainState; address: string }

/** The header and tabs of all pages of a wallet; counts stream in. */
export const WalletFrame = defineFrame(addressParams, async ({ ask, state, chain, address, children }) => {
  const { source, indexed_block } = state
  // Nothing is known of a chain without indexed blocks: a count of 0 would be a claim.
  const isEmpty = source !== 'hosted' && indexed_block === null
  const of = { ask, state, address }
  const plainTabs = <TabBar label="Address" tabs={walletTabs(state, address)} />
  if (isEmpty)
    return (
      <>
        <WalletHeader state={state} address={address} title={unknownKind} />
        {plainTabs}
        {children}
      </>
    )
  return (
    <>
      <WalletHeader
        state={state}
        address={address}
        title={
          <Suspense fallback={unknownKind}>
            <Title {...of} />
          </Suspense>
        }
        facts={
          <Suspense fallback={<WalletFiguresSkeleton />}>
            <Figures {...of} />
          </Suspense>
        }
      >
        <Suspense>
          <Badges {...of} />
        </Suspense>
      </WalletHeader>
      <OwnNote kind="wallet" chain={chain} subject={address} />
      <Suspense fallback={<Skeleton className="h-7 w-96 max-w-full" />}>
        <Facts {...of} />
      </Suspense>
      {source !== 'hosted' && (
        <Suspense fallback={<WalletActivitySkeleton />}>
          <Activity {...of} />
        </Suspense>
      )}
      <Suspense fallback={plainTabs}>
        <CountedTabs {...of} />
      </Suspense>
      {children}
    </>
  )
})

const Title = async ({ ask, state, address }: Of) => {
  const [name, found] = await Promise.all([nameOf(ask, state, address), walletKindOf(ask, state, address)])
  return <bdi>{name ?? kindWord(found)}</bdi>
}

const Badges = async ({ ask, state, address }: Of) => {
  const [name, found] = await Promise.all([nameOf(ask, state, address), walletKindOf(ask, state, address)])
  return (
    <>
      {name && found?.kind && found.contract_type === null && <Badge>{kindWord(found)}</Badge>}
      {found && <KindNote chain={state.chain} found={found} />}
      {/* The people of the demo ledger have labels. */}
      {state.source !== 'demo' && <EnsName ask={ask} address={address} label={name} />}
    </>
  )
}

const factsOf = async ({ ask, state, address }: Of): Promise<WalletKnown> => {
  const isOwn = state.source !== 'hosted'
  const [{ transactions, newest }, found, oldest] = await Promise.all([
    countOf(ask, state, address),
    walletKindOf(ask, state, address),
    isOwn ? ask(oldestQuestion(state.chain, address)) : undefined,
  ])
  return { address, state, found, total: transactions, newest, oldest: oldest?.data?.result[0] }
}

const Figures = async (of: Of) => <WalletFigures {...(await factsOf(of))} />

const Facts = async (of: Of) => (
  <WalletFacts {...(await factsOf(of))}>
    <span className="title-tools flex items-center gap-3">
      {of.state.source !== 'hosted' && <TaxExport chain={of.state.chain} address={of.address} />}
      <SourceLink title="Counts" call={countQuestion(of.state.chain, of.address)} />
    </span>
  </WalletFacts>
)

const Activity = async ({ ask, state: { chain, index_complete }, address }: Of) => {
  const question = activityQuestion(chain, address)
  const { data } = await ask(question)
  return data ? (
    <WalletActivity
      days={data.result.map(({ day, days, transactions, sent, gas_used }) => ({
        day,
        days,
        transactions,
        sent,
        gas_used,
      }))}
      isPartial={index_complete === false}
      call={question}
    />
  ) : null
}

const CountedTabs = async ({ ask, state, address }: Of) => {
  const { chain, source } = state
  const input = { chain, address, limit: 1, disable_total: false }
  const isOwn = source !== 'hosted'
  const [{ transactions }, found, nfts, nftTransfers] = await Promise.all([
    countOf(ask, state, address),
    walletKindOf(ask, state, address),
    isOwn ? ask(nftCountQuestion(chain, address)) : undefined,
    isOwn ? ask(callTo(nftEndpoints.walletNftTransfers, input)) : undefined,
  ])
  const counts = { transactions, nfts: nfts?.data?.total, nftTransfers: nftTransfers?.data?.total }
  return (
    <TabBar label="Address" tabs={walletTabs(state, address, counts, isContract(found), found?.user_operation_role)} />
  )
}
