import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely'
import { expect } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { bytesLiteral } from '#lib/store/dialect.ts'
import type { Store } from '#lib/store/store.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'

/* A chain with a wallet that is in thousands of rows of each list, for tests of plans. */

export const blockCount = 6_000
export const listedWallet = walletOf(1)
const other = walletOf(2)

const tables = [
  'evm_blocks',
  'evm_transactions',
  'evm_internal_transfers',
  'evm_internal_frames',
  'evm_unmoved_sides',
  'evm_withdrawals',
  'evm_withdrawal_addresses',
]

/** A chain of blocks with a transaction each, in which one wallet is in all lists. */
export const fillLists = async (store: Store<EvmTables>): Promise<void> => {
  const bytes = (hex: `0x${string}`) => bytesLiteral(store.db, toBytes(hex))
  const [hash, own, sender] = [bytes(hashOf('one')), bytes(listedWallet), bytes(other)]
  const numbers = sql`with recursive numbers (number) as
    (select 0 union all select number + 1 from numbers where number < ${sql.lit(blockCount - 1)})`
  const hashed =
    store.dialect === 'postgres'
      ? sql`decode(lpad(to_hex(number), 64, '0'), 'hex')`
      : sql`unhex(printf('%064x', number))`
  const packed = bytes(`0x${'00'.repeat(16)}${listedWallet.slice(2)}${'00'.repeat(8)}`)
  const run = (into: string, select: ReturnType<typeof sql>) =>
    sql`insert into ${sql.raw(into)} ${numbers} select ${select} from numbers`.execute(store.db)
  await run(
    'evm_blocks (chain, number, timestamp, transaction_count, log_count, hash, parent_hash, miner, gas_used, gas_limit)',
    sql`1, number, 12 * number, 1, 0, ${hashed}, ${hash}, case when number % 2 = 0 then ${own} else ${sender} end, '0', '0'`,
  )
  await run(
    `evm_transactions (chain, block_number, transaction_index, type, status, hash, from_address, to_address, nonce, value, gas,
      gas_price, gas_used, cumulative_gas_used, input)`,
    sql`1, number, 0, 2, 1, ${hashed}, ${sender}, ${own}, '0', '0', '0', '0', '0', '0', ${hash}`,
  )
  for (const side of [0, 1])
    await run(
      'evm_internal_transfers (chain, block_number, transaction_index, transfer_index, is_incoming, address, other_address, kind, value)',
      sql`1, number, 0, 0, ${sql.lit(side)}, ${side === 1 ? own : sender}, ${side === 1 ? sender : own}, 'CALL', '1'`,
    )
  for (const frame of [0, 1])
    await run(
      `evm_internal_frames (chain, block_number, transaction_index, frame_index, is_undone, from_address, to_address, kind, value,
        gas, gas_used, trace_path)`,
      sql`1, number, 0, ${sql.lit(frame)}, ${sql.lit(frame)}, ${sender}, ${own}, 'CALL', '1', '1', '1', '0'`,
    )
  await run(
    'evm_unmoved_sides (chain, block_number, transaction_index, frame_index, address)',
    sql`1, number, 0, 1, ${own}`,
  )
  await run('evm_withdrawals (chain, block_number, packed)', sql`1, number, ${packed}`)
  await run('evm_withdrawal_addresses (chain, block_number, address)', sql`1, number, ${own}`)
  for (const table of ['evm_intervals', 'evm_trace_intervals', 'evm_frame_intervals', 'evm_body_intervals'])
    await sql`insert into ${sql.table(table)} (chain, first_block, last_block) values (1, 0, ${blockCount - 1})`.execute(
      store.db,
    )
  await store.db
    .insertInto('evm_chains')
    .values({ chain: 1, head_latest: blockCount - 1, head_finalized: blockCount - 1, checked_at: 12 * blockCount })
    .execute()
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(store.db)
}

const planOf = async ({ db, dialect }: Store<EvmTables>, statement: RootOperationNode): Promise<string> => {
  const { sql: text, parameters } = db.getExecutor().compileQuery(statement, createQueryId())
  const explain = dialect === 'postgres' ? 'explain (format json)' : 'explain query plan'
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
  return `${text} ${JSON.stringify(rows)}`
}

/** Each statement reads through indexes, and none sorts or joins whole tables. */
export const expectIndexed = async (
  store: Store<EvmTables>,
  statements: readonly RootOperationNode[],
  name: string,
): Promise<void> => {
  for (const statement of [...statements]) {
    const plan = await planOf(store, statement)
    if (/evm_(chains|intervals|\w+_intervals|decodings)"/.test(plan.split('[')[0] ?? '')) continue
    // A few hundred places are sorted, never a table.
    expect(plan, name).not.toMatch(/Seq Scan on|"Node Type":"Seq Scan"|SCAN (evm_|[ftbw]\b)/)
    expect(plan, name).not.toMatch(/Merge Join|Hash Join/)
  }
}
