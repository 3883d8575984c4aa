import { CompiledQuery, createQueryId } from 'kysely'
import type { Store } from '#lib/store/store.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'

/** Tables of a row or so per network or per year, where PostgreSQL rightly reads the only page. */
const small = /\b(aptos_chains|aptos_intervals|aptos_content_intervals)\b/

/** The steps that read a whole table or index, in the plans of all statements of `act`. */
export const unindexedReads = async <Tables>(
  store: Store<Tables>,
  act: (spied: Store<Tables>) => Promise<unknown>,
): Promise<string[]> => {
  const { statements, remember } = rememberStatements()
  await act({ ...store, db: store.db.withPlugin(remember) })
  const words = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
  const steps = await Promise.all(
    statements.map(async (statement) => {
      const { sql, parameters } = store.db.getExecutor().compileQuery(statement, createQueryId())
      const plan = CompiledQuery.raw(`${words} ${sql}`, [...parameters])
      const { rows } = await store.db.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(plan)
      return unindexed(rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''))
    }),
  )
  return [...new Set(steps.flat())]
}

const unindexed = (plan: readonly string[]): string[] => {
  // SQLite also scans what it computed itself, which it announces by name.
  const computed = new Set(plan.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? []))
  return plan
    .map((step) => step.trim())
    .filter((step) => {
      const scanned = /^SCAN (\w+)(?: USING .*)?$/.exec(step)?.[1]
      return (scanned !== undefined && !computed.has(scanned)) || (step.includes('Seq Scan') && !small.test(step))
    })
}
