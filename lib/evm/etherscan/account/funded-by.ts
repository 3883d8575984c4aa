import { sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, ok, queryTimeout } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { examinedMax } from '#lib/evm/etherscan/kit/row-budget.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'
import { keptTraces } from '#lib/evm/trace/internal-transfers.ts'

type Funding = { block_number: number; transaction_index: number; sender: Uint8Array; value: string }

/** The first transaction or internal transfer that paid an address. Everything up to its block must be indexed and traced. */
export const fundedBy = async ({ address }: { address: Hex }, call: ActionCall): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const traces = await keptTraces(context, chain)
  const direct = await firstPayment(call, address)
  if (direct === 'too many') return queryTimeout
  const internal = await firstInternal(call, address)
  const found = [direct, internal].flatMap((one) => one ?? []).sort(compare)[0]
  const span = { first: 0, last: found?.block_number }
  await requireCovered(call, span)
  await requireCovered(call, span, traces)
  if (!found) return listed([])
  const { hash, timestamp } = await context.store.db
    .selectFrom('evm_transactions as t')
    .innerJoin('evm_blocks as b', (join) => join.on('b.chain', '=', chain.id).onRef('b.number', '=', 't.block_number'))
    .select(['t.hash', 'b.timestamp'])
    .where('t.chain', '=', chain.id)
    .where('t.block_number', '=', found.block_number)
    .where('t.transaction_index', '=', found.transaction_index)
    .executeTakeFirstOrThrow()
  return ok({
    block: found.block_number,
    timeStamp: String(timestamp),
    fundingAddress: toHex(found.sender),
    fundingTxn: toHex(hash),
    value: found.value,
  })
}

/** Of one transaction, its own value is paid first. */
const compare = (a: Funding, b: Funding): number =>
  a.block_number - b.block_number || a.transaction_index - b.transaction_index

const transactionsAtOnce = 1_000

const firstPayment = async (
  { context, chain, signal }: ActionCall,
  address: Hex,
): Promise<Funding | undefined | 'too many'> => {
  const own = toBytes(address)
  for (let skip = 0; skip < examinedMax; skip += transactionsAtOnce) {
    signal.throwIfAborted()
    const { rows } = await sql<Funding & { is_paid: number }>`
      select page.block_number, page.transaction_index, t.from_address as sender, t.value,
        case when t.value <> '0' and (t.status is null or t.status = 1) and t.from_address <> ${own} then 1 else 0 end as is_paid
      from (
        select block_number, transaction_index from evm_wallet_transactions
        where chain = ${chain.id} and address = ${own}
        order by block_number, transaction_index limit ${transactionsAtOnce} offset ${skip}) as page
      join evm_transactions as t on ${transactionOf(chain.id, 'page')}
      order by page.block_number, page.transaction_index`.execute(context.store.db)
    const paid = rows.find(({ is_paid }) => Number(is_paid) === 1)
    if (paid || rows.length < transactionsAtOnce) return paid
  }
  return 'too many'
}

const firstInternal = ({ context, chain }: ActionCall, address: Hex): Promise<Funding | undefined> =>
  context.store.db
    .selectFrom('evm_internal_transfers')
    .select(['block_number', 'transaction_index', 'other_address as sender', 'value'])
    .where('chain', '=', chain.id)
    .where('address', '=', toBytes(address))
    .where('is_incoming', '=', 1)
    .where('other_address', '<>', toBytes(address))
    .orderBy('block_number')
    .orderBy('transaction_index')
    .orderBy('transfer_index')
    .limit(1)
    .executeTakeFirst()
