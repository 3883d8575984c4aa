import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { Store } from '#lib/store/store.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { seeded } from '#tests/support/seeded.ts'
import { evmServices, head } from './evm-services.ts'
import { evmStores } from './evm-stores.ts'
import { randomBlocks } from './random-chain.ts'

/* The statements of every operation, asked as in its example: none reads a whole table. */

/** A row for each chain, range or contract of the operator: never many. */
const small = /^evm_(chains|headers|histories|history_intervals|decodings|replays|(\w+_)?intervals)$/

const planRow = z.object({ detail: z.string() })

let store: Store<EvmTables>
const { statements, remember } = rememberStatements()
beforeAll(async () => {
  store = await evmStores('sqlite')()
  await evmServices(store).ranges.appendRange(randomBlocks(40, { first: 0 }, seeded(5)), head)
})

/** Tables that a statement reads from their first row to their last, without an index. */
const wholeTables = async (statement: RootOperationNode): Promise<string[]> => {
  const { sql, parameters } = store.db.getExecutor().compileQuery(statement, createQueryId())
  const { rows } = await store.db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
  const named = [...sql.matchAll(/"?\b(evm_\w+)"?(?: as "?(\w+)"?)?/g)]
  const tableOf = new Map(named.flatMap(([, table = '', alias = table]) => [[alias, table] as const]))
  return rows.flatMap((row) => {
    const [, alias = ''] = /^SCAN (\w+)$/.exec(planRow.parse(row).detail) ?? []
    const table = tableOf.get(alias)
    return table === undefined || small.test(table) ? [] : [`${table} in ${sql.slice(0, 300)}`]
  })
}

describe.each([['the hosted SDK', evmApi, 'evm']] as const)('operations of %s', (_, api, name) => {
  test('read through indexes', { timeout: 120_000 }, async () => {
    const service = evmServices({ ...store, db: store.db.withPlugin(remember) })[name] as unknown as Record<
      string,
      (input: unknown) => Promise<unknown>
    >
    const scans = new Set<string>()
    let asked = 0
    for (const [operation, endpoint] of Object.entries(api)) {
      const ask = service[operation]
      if (!ask) continue
      statements.length = 0
      const input = parseInput(endpoint as never, (endpoint.example?.input ?? {}) as never)
      await ask(input).catch((error: unknown) => {
        if (!isServiceError(error)) throw error
      })
      asked += statements.length
      for (const statement of [...statements])
        for (const table of await wholeTables(statement)) scans.add(`${operation}: ${table}`)
    }
    expect([...scans]).toEqual([])
    expect(asked).toBeGreaterThan(100)
  })
})
