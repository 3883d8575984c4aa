import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { type AptosNetwork, aptosNetworkOf, aptosPath, readU64 } from '#components/aptos/aptos-path.ts'
import { BlockFacts } from '#components/aptos/block-facts.tsx'
import { ProposerSkeleton, TransactionsSkeleton } from '#components/aptos/block-skeleton.tsx'
import { BlockTransactions } from '#components/aptos/block-transactions.tsx'
import { NumberedTitle } from '#components/aptos/numbered-title.tsx'
import { ProposerFacts } from '#components/aptos/proposer-facts.tsx'
import { isTransactionKind } from '#components/aptos/transaction-kind.ts'
import { type Answer, ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosBlock } from '#lib/aptos/contract/records.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

type BlockPageProps = { params: Promise<{ height: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ params }: BlockPageProps): Promise<Metadata> => {
  const height = readU64((await params).height)
  if (height === undefined) return { title: 'No such Aptos block' }
  return { title: `Aptos block ${height}`, description: `Transactions of every kind in Aptos block ${height}.` }
}

/** The header decides what the page is (200, 404, not available here); the transactions stream in behind it. */
export default async function BlockPage({ params, searchParams }: BlockPageProps) {
  const [given, query] = await Promise.all([params, searchParams])
  const height = readU64(given.height) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  const type = isTransactionKind(query.type) ? query.type : undefined
  const fromVersion = typeof query.from_version === 'string' ? readU64(query.from_version) : undefined

  const { aptos } = await systems()
  const [{ data: header, fault }, { data: status }] = await Promise.all([
    ask(aptos.client.blockByHeight({ block_height: height, network: asked })),
    ask(aptos.explorer.aptosStatus({ network: asked })),
  ])
  const network = status?.network ?? asked ?? 'mainnet'
  if (fault?.code === 'not_found') notFound()
  const beside = (step: 1n | -1n): string =>
    aptosPath(explorerPath.aptosBlock((BigInt(height) + step).toString()), network, { type })
  const title = (
    <NumberedTitle
      kind="block"
      number={height}
      network={network}
      previous={height === '0' ? undefined : beside(-1n)}
      next={height === status?.block_height ? undefined : beside(1n)}
    />
  )
  if (fault)
    return (
      <>
        {title}
        <Panel>
          <FaultState {...fault} />
        </Panel>
      </>
    )
  const whole = ask(aptos.client.blockByHeight({ block_height: height, network: asked, with_transactions: true }))
  const count = Number(header.last_version) - Number(header.first_version) + 1
  return (
    <>
      {title}
      <div className="space-y-4">
        <BlockFacts block={header} network={network}>
          <Suspense key={`proposer ${network} ${height}`} fallback={<ProposerSkeleton />}>
            <Proposer block={whole} network={network} />
          </Suspense>
        </BlockFacts>
        <Suspense key={`list ${network} ${height}`} fallback={<TransactionsSkeleton count={count} />}>
          <Transactions block={whole} network={network} filter={{ type, fromVersion }} />
        </Suspense>
      </div>
    </>
  )
}

const Proposer = async ({ block, network }: { block: Promise<Answer<AptosBlock>>; network: AptosNetwork }) => {
  const { data } = await block
  return data && <ProposerFacts transactions={data.transactions ?? []} network={network} />
}

const Transactions = async ({
  block,
  network,
  filter,
}: {
  block: Promise<Answer<AptosBlock>>
  network: AptosNetwork
  filter: { type?: string; fromVersion?: string }
}) => {
  const { data, fault } = await block
  if (fault)
    return (
      <Panel title="Transactions">
        <FaultState {...fault} />
      </Panel>
    )
  return (
    <BlockTransactions
      height={data.block_height}
      network={network}
      transactions={data.transactions ?? []}
      filter={filter}
    />
  )
}
