import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm, timeFields } from '#components/chain/filter-form.tsx'
import { AddressMark } from '#components/evm/address-mark.tsx'
import { QrButton } from '#components/evm/qr-button.tsx'
import { servedChains } from '#components/evm/served-chains.ts'
import type { FirstAnswer } from '#components/evm/timeline/chain-feed.ts'
import { chosenChains } from '#components/evm/timeline/chosen-chains.ts'
import { feedPage } from '#components/evm/timeline/feed-page.ts'
import { firstAnswers } from '#components/evm/timeline/first-answers.ts'
import { WalletTimeline } from '#components/evm/timeline/wallet-timeline.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pageTitles } from '#components/ui/page-titles.ts'
import { Panel } from '#components/ui/panel.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { type SearchParams, withFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the chains are asked with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 25

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { address } = await params
  return {
    title: pageTitles(`Wallet ${address} on all chains`),
    description: `Transactions of the wallet ${address} on every chain served here, in one list.`,
  }
}

export default async function WalletTimelinePage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const path = explorerPath.wallet(address)
  const { chains: named, ...bounds } = canonicalFilters(path, query, ['from_date', 'to_date', 'chains'])
  const chains = await servedChains(evm.explorer)
  const chosen = new Set(chosenChains(named, chains))
  const answers = await firstAnswers(
    evm.client,
    chains.filter(({ chain }) => chosen.has(chain)),
    { address, ...bounds, limit: pageSize },
  )
  // A chain that its source refuses fails alone; a time that is none can be asked of no chain.
  const refused = [...answers.values()].find(({ fault }) => fault?.details.some(({ name }) => name in bounds))?.fault
  const first: Record<string, FirstAnswer> = Object.fromEntries(
    [...answers].map(([chain, { data, fault }]) => [
      chain,
      data ? { page: feedPage(data) } : { message: fault.message },
    ]),
  )
  const form = (
    <FilterForm
      action={path}
      title="Filter by time"
      fields={timeFields}
      values={bounds}
      kept={{ chains: named }}
      faults={refused?.details}
    />
  )
  return (
    <>
      <PageTitle
        kind={
          <span className="flex items-center gap-2">
            <AddressMark address={address} /> Wallet on all chains
          </span>
        }
      >
        <span className="break-all font-mono">
          <span className="select-all">{address}</span>
          <CopyButton value={address} label="Copy address" className="ml-1" />
          <QrButton value={address} />
        </span>
      </PageTitle>
      <Panel aria-label="Transactions of all chains">
        {refused && (
          <>
            {form}
            <FaultState {...refused} />
          </>
        )}
        {!refused && chains.length === 0 && (
          <NotIndexedState title="No EVM chain is served here">
            Set NODE_URL_ETH or another chain's node.
          </NotIndexedState>
        )}
        {!refused && chains.length > 0 && (
          <WalletTimeline
            key={withFilters(path, bounds)}
            chains={chains}
            address={address}
            bounds={bounds}
            pageSize={pageSize}
            first={first}
            chosen={[...chosen]}
          >
            {form}
          </WalletTimeline>
        )}
      </Panel>
    </>
  )
}
