import { notFound, redirect } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { BoundsForm } from '#components/chain/bounds-form.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { WalletTransactions } from '#components/evm/wallet-transactions.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { isCanonical, readBounds, type SearchParams } from '#lib/format/bounds.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function WalletPage({
  params,
  searchParams,
}: {
  params: Promise<{ chain: string; address: string }>
  searchParams: Promise<SearchParams>
}) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const path = explorerPath.address(state.chain, address)
  const bounds = readBounds(query)
  if (!isCanonical(query, bounds)) redirect(withQuery(path, bounds))

  const { data, fault } = await ask(
    evm.client.walletTransactions({ chain: state.chain, address, ...bounds, limit: pageSize }),
  )
  return (
    <Panel aria-label="Transactions">
      <BoundsForm action={path} values={bounds} faults={fault?.details} />
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <WalletTransactions
          key={withQuery(path, bounds)}
          state={state}
          address={address}
          bounds={bounds}
          pageSize={pageSize}
          first={data}
        />
      )}
    </Panel>
  )
}

const withQuery = (path: string, bounds: Record<string, string>): string => {
  const query = new URLSearchParams(bounds).toString()
  return query === '' ? path : `${path}?${query}`
}
