import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { decodedTransactions, type WithLogs } from '#lib/evm/abi/decoded-transactions.ts'
import { transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type WalletTransactionQuery, walletTransactionPage } from '#lib/evm/query/wallet-transaction-page.ts'
import type { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { withInternalTransactions } from '#lib/evm/transaction/internal-transactions.ts'
import { fittingTransactions, pageLogs } from './page-logs.ts'
import { readWalletPage } from './wallet-transactions.ts'

/** Retries of a read interrupted by a reorg; reorgs are seconds apart, reads take milliseconds. */
const attemptsMax = 3

/** E2: the list of E4 with logs, and with decoded calls and events if the ABIs are verified. It never has a total. */
export const walletTransactionsVerbose =
  (context: EvmQueryContext): Service<typeof transactionEndpoints>['walletTransactionsVerbose'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { page, withLogs } = await readPageWithLogs(context, chain, input, call)
    const records = await decodedTransactions(context.abis, chain, withLogs, call)
    const result = input.include
      ? await withInternalTransactions(context, chain, page.transactions, records, call)
      : records
    return { page_size: page.page_size, page: page.page, cursor: page.cursor, result }
  }

/** As many as fit on a page with their logs. */
const readFitting = async (store: EvmQueryContext['store'], query: WalletTransactionQuery) => {
  const page = await walletTransactionPage(store, query)
  return { ...page, shownMax: await fittingTransactions(store.db, query.chain, page.transactions) }
}

const readPageWithLogs = async (
  context: EvmQueryContext,
  chain: ServedChain,
  input: Input<(typeof transactionEndpoints)['walletTransactionsVerbose']>,
  call: CallContext | undefined,
) => {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const uncounted = { ...input, disable_total: true }
    const page = await readWalletPage(context, chain, uncounted, call, 'walletTransactionsVerbose', readFitting)
    const logs = await pageLogs(context.store.db, chain.id, page.transactions)
    if (!logs) continue
    const labelOf = labelsOn(context.known, chain.id)
    const withLogs = page.transactions.map(
      (row, index): WithLogs => ({ row, record: transactionRecord(row, labelOf), logs: logs[index] ?? [] }),
    )
    return { page, withLogs }
  }
  const message = `The index of ${chain.title} changed during this request. Please try again.`
  throw new ServiceError('upstream_failed', message, { retryAfterSeconds: 1 })
}
