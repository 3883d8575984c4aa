import { type ReactNode, Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import { aboutTransaction, type Movement, movementOf } from '#components/evm/frames/transaction/movement-of.ts'
import { NetChangeLine } from '#components/evm/frames/transaction/net-change-line.tsx'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { AccountChanges } from '#components/evm/parts/account-changes.tsx'
import { Tracing } from '#components/evm/parts/calls/tracing.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type AddressChanges, netChanges, tokenMoves } from '#lib/evm/summary/moves.ts'
import type { EvmStateChanges } from '#lib/evm/trace/state-contract.ts'
import { stateChangeEndpoints } from '#lib/evm/trace/state-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Answer, type Ask, callTo } from '#lib/pages/question.ts'

const accountsOnPage = 20
const fields = ['address', 'fate', 'balance', 'nonce', 'code_bytes', 'storage_count', 'storage'] as const

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionState,
  kind: 'State changes',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  isListed: false,
  questions: async ({ ask, chain, hash }) => ({
    transaction: await transactionQuestion(ask, chain, hash),
    changes: callTo(stateChangeEndpoints.evmStateChanges, { chain, transaction_hash: hash }),
  }),
  rows: async (_, { changes }) => {
    const { data, fault } = await changes
    // An empty list would mean that nothing changed.
    if (fault) throw new ServiceError(fault.code, fault.message)
    return rowsOf('evmStateChanges', data.accounts, fields)
  },
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: async ({ ask, state, path, query, questions, answers }) => {
    const { data, fault } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    return (
      <Panel title="State changes" aside={<RecordAside title="State changes" call={questions.changes} />}>
        <Suspense fallback={<Tracing />}>
          <Changes ask={ask} state={state} transaction={data} answer={answers.changes} from={query.from} path={path} />
        </Suspense>
      </Panel>
    )
  },
})

const Changes = async ({
  ask,
  state,
  transaction,
  answer,
  from,
  path,
}: {
  ask: Ask
  state: EvmChainState
  transaction: DecodedTransaction
  answer: Promise<Answer<EvmStateChanges>>
  from: unknown
  path: string
}) => {
  const { data, fault } = await answer
  if (fault) return <FaultState {...fault} />
  if (data.accounts.length === 0)
    return <EmptyState title="No changes">This transaction did not change any state.</EmptyState>
  const movement = await movementOf(ask, state, transaction)
  const tokens = new Map(netChanges(tokenMoves(movement.moves)).map(({ address, changes }) => [address, changes]))
  // A token's balances are in its own storage: its holders need not have changed themselves.
  const holders = [...tokens.keys()].filter((address) => !data.accounts.some((one) => one.address === address))
  const all = [
    ...data.accounts.map((account) => ({ address: account.address, account })),
    ...(data.account_count > data.accounts.length ? [] : holders.map((address) => ({ address, account: undefined }))),
  ]
  const part = listPart(all, from, accountsOnPage)
  return (
    <>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        {groupedNumber(data.account_count)} {data.account_count === 1 ? 'account' : 'accounts'} changed, before and
        after this transaction, fees included. Token balances are added up from transfer events.
        {data.account_count > data.accounts.length && ` The first ${groupedNumber(data.accounts.length)} are shown.`}
      </p>
      <ul>
        {part.items.map(({ address, account }) => (
          <AccountChanges
            key={address}
            state={state}
            address={address}
            account={account}
            label={movement.labels.get(address)}
            tokens={tokenChanges(state, movement, tokens.get(address))}
          />
        ))}
      </ul>
      <PartLinks part={part} noun="accounts" href={(first) => `${path}?from=${first}`} />
    </>
  )
}

/** More tokens of one account than these are counted only. */
const tokensMax = 20

const tokenChanges = (state: EvmChainState, movement: Movement, changes: AddressChanges['changes'] = []): ReactNode =>
  changes.length > 0 && (
    <>
      {changes.slice(0, tokensMax).map((change) => (
        <NetChangeLine key={`${change.token} ${change.tokenId}`} state={state} movement={movement} change={change} />
      ))}
      {changes.length > tokensMax && (
        <li className="text-muted">and {groupedNumber(changes.length - tokensMax)} more tokens</li>
      )}
    </>
  )
