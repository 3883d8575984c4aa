import { CompiledQuery } from 'kysely'
import type { Store } from './store.ts'

type SharedQuery = (statement: {
  text: string
  values: readonly unknown[]
}) => Promise<{ rows: readonly unknown[]; rowCount: number }>

/** Statements of a library that brings its own, on the database that all processes share. SQLite serves one machine: undefined. */
export const sharedQuery = <Tables>({ db, dialect }: Store<Tables>): SharedQuery | undefined => {
  if (dialect !== 'postgres') return undefined
  return async ({ text, values }) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }
}
