import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { servedChain } from '#components/evm/served-chains.ts'
import { MarkSame } from '#components/evm/transaction/mark-same.tsx'
import { movementOf } from '#components/evm/transaction/movement-of.ts'
import { transactionSentence } from '#components/evm/transaction/sentence.ts'
import { sentenceText } from '#components/evm/transaction/sentence-text.ts'
import { TransactionNeighbours } from '#components/evm/transaction/transaction-neighbours.tsx'
import { transactionOf } from '#components/evm/transaction-of.ts'
import { TransactionTitle } from '#components/evm/transaction-title.tsx'
import { pageTitles } from '#components/ui/page-titles.ts'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; hash: string }> }

const read = async ({ params }: Params) => {
  const given = await params
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const hash = given.hash.toLowerCase()
  const { data } = await transactionOf(evm.client, state.chain, hash)
  return { evm, state, hash, data, movement: data && (await movementOf(evm, state, data)) }
}

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const { hash, state, data, movement } = await read({ params })
  const title = pageTitles(`Transaction ${hash}`)
  if (!data || !movement) return { title, description: `Details of transaction ${hash}.` }
  return { title, description: sentenceText(transactionSentence(data, movement.moves), state, movement) }
}

export default async function TransactionLayout({ params, children }: Params & { children: ReactNode }) {
  const { evm, state, hash, data, movement } = await read({ params })
  const path = explorerPath.transaction(state.chain, hash)
  return (
    <>
      <TransactionTitle
        state={state}
        hash={hash}
        neighbours={
          data &&
          state.source !== 'hosted' && (
            <Suspense fallback={<span className="h-8 w-19" />}>
              <TransactionNeighbours explorer={evm.explorer} chain={state.chain} transaction={data} />
            </Suspense>
          )
        }
      />
      <TabBar
        label="Transaction"
        tabs={[
          { title: 'Overview', href: path },
          { title: 'Transfers', href: `${path}/transfers`, count: movement && String(movement.moves.length) },
          { title: 'Logs', href: `${path}/logs`, count: data && String(data.logs.length) },
          { title: 'Internal', href: `${path}/internal` },
          { title: 'Raw', href: `${path}/raw` },
          // A hosted service gives no raw blocks.
          ...(state.source === 'hosted' ? [] : [{ title: 'Proof', href: `${path}/proof` }]),
        ]}
      />
      {children}
      <MarkSame />
    </>
  )
}
