import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { servedChain } from '#components/evm/served-chains.ts'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { TransactionTitle } from '#components/evm/transaction-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; hash: string }> }

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const { hash } = await params
  return { title: `Transaction ${hash}`, description: `What the transaction ${hash} did.` }
}

export default async function TransactionLayout({ params, children }: Params & { children: ReactNode }) {
  const given = await params
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const hash = given.hash.toLowerCase()
  const { data } = await transactionOf(evm.client, state.chain, hash)
  const path = explorerPath.transaction(state.chain, hash)
  return (
    <>
      <TransactionTitle state={state} hash={hash} />
      <TabBar
        label="Transaction"
        tabs={[
          { title: 'Overview', href: path },
          { title: 'Logs', href: `${path}/logs`, count: data && String(data.logs.length) },
          { title: 'Internal', href: `${path}/internal` },
          { title: 'Raw', href: `${path}/raw` },
        ]}
      />
      {children}
    </>
  )
}
