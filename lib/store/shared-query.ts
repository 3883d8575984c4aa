import { CompiledQuery } from 'kysely'
import type { Store } from './store.ts'

type SharedQuery = (statement: {
  text: string
  values: readonly unknown[]
}) => Promise<{ rows: readonly unknown[]; rowCount: number }>

/** Runs statements of a library on the database that all processes share. Undefined for SQLite, which serves one machine. */
export const sharedQuery = <Tables>({ db, dialect }: Store<Tables>): SharedQuery | undefined => {
  if (dialect !== 'postgres') return undefined
  return async ({ text, values }) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }
}
