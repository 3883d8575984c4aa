import { type RawBuilder, sql } from 'kysely'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { withoutWrappings } from '#lib/evm/etherscan/kit/wrappings.ts'
import { frameCoverage } from '#lib/evm/query/evm-coverage.ts'

/** How many transactions, internal transactions and transfers a block has. */
export const transactionCounts = async (number: number, call: ActionCall) => {
  const { context, chain } = call
  const block = { first: number, last: number }
  const { last } = await requireCovered(call, block)
  if (last < number) throw etherscanFault('Invalid block number')
  const isTraced = chain.keepsTraces === true && (await frameCoverage(context, chain))(block).isComplete
  const count = async (table: string, filters: readonly RawBuilder<boolean>[] = []): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} as t
      where ${sql.join([sql`t.chain = ${chain.id}`, sql`t.block_number = ${number}`, ...filters], sql` and `)}`.execute(
      context.store.db,
    )
    return Number(rows[0]?.count ?? 0)
  }
  return {
    block: number,
    txsCount: await count('evm_transactions'),
    internalTxsCount: isTraced ? await count('evm_internal_frames') : null,
    erc20TxsCount: await count('evm_erc20_transfers', withoutWrappings(chain.id)),
    erc721TxsCount: await count('evm_nft_transfers', [sql`t.standard in (0, 721)`]),
    erc1155TxsCount: await count('evm_nft_transfers', [sql`t.standard = 1155`]),
  }
}
