import { Suspense } from 'react'
import { transactionPlace } from '#components/evm/parts/places.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { Link } from '#components/ui/link.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { shortenedHeader } from '#lib/api/answer-size.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { tokenMoveCount } from '#lib/evm/summary/moves.ts'
import { MarkSame } from './mark-same.tsx'
import { movementOf } from './movement-of.ts'
import { TransactionNeighbours } from './transaction-neighbours.tsx'
import { transactionQuestion } from './transaction-question.ts'
import { TransactionTitle } from './transaction-title.tsx'

/** The header and tabs of all pages of a transaction. */
export const TransactionFrame = defineFrame(transactionPlace, async ({ ask, state, chain, hash, children }) => {
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
