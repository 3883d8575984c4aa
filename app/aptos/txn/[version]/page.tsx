import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Suspense } from 'react'
import { type AptosNetwork, aptosNetworkOf, aptosPath, readU64 } from '#components/aptos/aptos-path.ts'
import { NumberedTitle } from '#components/aptos/numbered-title.tsx'
import { transactionSentence } from '#components/aptos/transaction-sentence.ts'
import { TransactionSkeleton } from '#components/aptos/transaction-skeleton.tsx'
import { TransactionView } from '#components/aptos/transaction-view.tsx'
import { ask, askWhole } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

type TransactionPageProps = { params: Promise<{ version: string }>; searchParams: Promise<SearchParams> }

export const generateMetadata = async ({ params, searchParams }: TransactionPageProps): Promise<Metadata> => {
  const version = readU64((await params).version)
  if (version === undefined) return { title: 'No such Aptos transaction' }
  const { aptos } = await systems()
  const network = aptosNetworkOf((await searchParams).network)
  const { data } = await ask(aptos.client.blockByVersion({ version, network, with_transactions: true }))
  const transaction = data?.transactions?.find((one) => one.version === version)
  return {
    title: `Aptos transaction ${version}`,
    description: transaction ? transactionSentence(transaction) : `Details of Aptos transaction ${version}.`,
  }
}

/** The block's header decides what the page is (200, 404, not available here); the transaction streams in behind it. */
export default async function TransactionPage({ params, searchParams }: TransactionPageProps) {
  const [given, query] = await Promise.all([params, searchParams])
  const asked = aptosNetworkOf(query.network)
  const { aptos } = await systems()
  if (/^0x[0-9a-f]{64}$/i.test(given.version)) {
    const { data } = await ask(aptos.explorer.aptosTransaction({ transaction_hash: given.version, network: asked }))
    if (data) redirect(aptosPath(explorerPath.aptosTransaction(data.version), asked ?? 'mainnet'))
  }
  const version = readU64(given.version) ?? notFound()
  const [{ fault }, { data: status }] = await Promise.all([
    ask(aptos.client.blockByVersion({ version, network: asked })),
    ask(aptos.explorer.aptosStatus({ network: asked })),
  ])
  const network = status?.network ?? asked ?? 'mainnet'
  if (fault?.code === 'not_found') notFound()
  const beside = (step: 1n | -1n): string =>
    aptosPath(explorerPath.aptosTransaction((BigInt(version) + step).toString()), network)
  return (
    <>
      <NumberedTitle
        kind="transaction"
        number={version}
        network={network}
        previous={version === '0' ? undefined : beside(-1n)}
        next={version === status?.ledger_version ? undefined : beside(1n)}
      />
      {fault ? (
        <Panel>
          <FaultState {...fault} />
        </Panel>
      ) : (
        <Suspense key={`${network} ${version}`} fallback={<TransactionSkeleton />}>
          <Transaction version={version} network={network} from={{ events: query.events, changes: query.changes }} />
        </Suspense>
      )}
    </>
  )
}

/** The interface knows no transaction alone: it is taken out of its block. */
const Transaction = async ({
  version,
  network,
  from,
}: {
  version: string
  network: AptosNetwork
  from: { events: unknown; changes: unknown }
}) => {
  const { aptos } = await systems()
  const { data, fault } = await askWhole(aptos.client.blockByVersion({ version, network, with_transactions: true }))
  const transaction = data?.transactions?.find((one) => one.version === version)
  if (fault || !transaction)
    return (
      <Panel>
        <FaultState
          code={fault?.code ?? 'upstream_failed'}
          message={fault?.message ?? 'The node returned the block without this transaction.'}
        />
      </Panel>
    )
  return <TransactionView transaction={transaction} block={data} network={network} from={from} />
}
