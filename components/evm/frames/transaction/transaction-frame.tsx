import { type ReactNode, Suspense } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { shortenedHeader } from '#lib/api/fit-answer.ts'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { blockEndpoints } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { tokenMoveCount } from '#lib/evm/summary/moves.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'
import { MarkSame } from './mark-same.tsx'
import { movementOf } from './movement-of.ts'
import { transactionQuestion } from './transaction-question.ts'

/** A transaction's hash, with links to its neighbours in the block. */
const TransactionTitle = ({
  state,
  hash,
  neighbours,
  simulate,
}: {
  state: EvmChainState
  hash: string
  neighbours?: ReactNode
  /** A link to the same transaction as a simulation. */
  simulate?: ReactNode
}) => (
  <PageTitle
    tools={<PageToolsButton />}
    kind="Transaction"
    aside={
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <IndexMark state={state} /> {simulate} {neighbours}
      </span>
    }
  >
    <span className="min-w-0 max-w-full">
      <Hash value={hash} />
    </span>
    <CopyButton value={hash} label="Copy transaction hash" />
    <LabelButton kind="transaction" chain={pathSegment(state.chain)} subject={hash} />
    <Badge>{state.title}</Badge>
  </PageTitle>
)

/** The transactions before and after this one in its block; nothing if the block's transactions are not known. */
const TransactionNeighbours = async ({
  ask,
  chain,
  transaction: { block_hash, transaction_index },
}: {
  ask: Ask
  chain: string
  transaction: DecodedTransaction
}) => {
  const index = Number(transaction_index)
  const { data } = await ask(
    callTo(blockEndpoints.evmBlockTransactions, {
      chain,
      block_number_or_hash: block_hash,
      from_index: String(Math.max(0, index - 1)),
      limit: 3,
    }),
  )
  if (!data) return null
  const pathAt = (place: number): string | undefined => {
    const found = data.result.find((one) => Number(one.transaction_index) === place)
    return found && evmPaths.transaction({ chain, hash: found.hash })
  }
  return (
    <Neighbours
      previous={{ title: 'Previous transaction of the block', href: pathAt(index - 1) }}
      next={{ title: 'Next transaction of the block', href: pathAt(index + 1) }}
    />
  )
}

/** The header and tabs of all pages of a transaction. */
export const TransactionFrame = defineFrame(transactionParams, async ({ ask, state, chain, hash, children }) => {
  const { data, fault, headers } = await ask(await transactionQuestion(ask, chain, hash))
  const movement = data && (await movementOf(ask, state, data))
  const at = { chain, hash }
  return (
    <>
      <TransactionTitle
        state={state}
        hash={hash}
        neighbours={
          data &&
          state.source !== 'hosted' && (
            <Suspense fallback={<span className="h-8 w-19" />}>
              <TransactionNeighbours ask={ask} chain={chain} transaction={data} />
            </Suspense>
          )
        }
        simulate={
          data &&
          state.source !== 'hosted' && (
            <Link
              href={`${evmTabPaths.simulate({ chain })}?tx=${hash}`}
              rel="nofollow"
              className="text-accent hover:underline"
            >
              Simulate
            </Link>
          )
        }
      />
      {fault?.code !== 'not_found' && (
        <TabBar
          label="Transaction"
          tabs={[
            { title: 'Overview', href: evmPaths.transaction(at) },
            {
              title: 'Transfers',
              href: evmTabPaths.transactionTransfers(at),
              count: movement && String(tokenMoveCount(movement)),
            },
            {
              title: 'Logs',
              href: evmTabPaths.transactionLogs(at),
              count: data && `${data.logs.length}${headers?.[shortenedHeader] ? '+' : ''}`,
            },
            // A hosted service traces nothing: its internal calls are a plain list.
            ...(state.source === 'hosted'
              ? []
              : [
                  { title: 'Calls', href: evmTabPaths.transactionCalls(at) },
                  { title: 'Funds', href: evmTabPaths.transactionFunds(at) },
                  { title: 'State', href: evmTabPaths.transactionState(at) },
                  { title: 'Gas', href: evmTabPaths.transactionGas(at) },
                ]),
            { title: 'Internal', href: evmTabPaths.transactionInternal(at) },
            { title: 'Raw', href: evmTabPaths.transactionRaw(at) },
            // A hosted service gives no raw blocks.
            ...(state.source === 'hosted' ? [] : [{ title: 'Proof', href: evmTabPaths.transactionProof(at) }]),
          ]}
        />
      )}
      {children}
      <MarkSame />
    </>
  )
})
