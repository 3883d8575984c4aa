import { expect, test } from 'vitest'
import { databaseFault, recoverySentence } from '#lib/store/drivers/database-fault.ts'
import { storeFailure } from '#lib/store/drivers/database-watch.ts'
import { SilentDatabase } from '#lib/store/drivers/postgres/response-watch.ts'

const url = 'postgres://spyglass:secret@coordinator:5432/spyglass?options=-c%20search_path%3Deth'

const sentenceOf = (error: unknown): string | undefined =>
  databaseFault(storeFailure(error), url, 'DATABASE_URL_ETH')?.message

test('a fault of a schema names it', () => {
  expect(sentenceOf(new SilentDatabase())).toBe(
    'PostgreSQL at coordinator:5432, schema eth, does not answer questions to its tables. Retrying; check the machine that they are on.',
  )
  expect(recoverySentence(url)).toBe('PostgreSQL at coordinator:5432, schema eth, works again.')
})

test.each(['10.0.0.3:5432', 'citus@10.0.0.3:5432'])('a node that the coordinator %s cannot reach is named', (node) => {
  const message = `connection to the remote node ${node} failed with the following error: Connection refused`
  expect(sentenceOf(Object.assign(new Error(message), { code: '08006' }))).toBe(
    'The node 10.0.0.3:5432 of PostgreSQL at coordinator:5432, schema eth, cannot be reached. Retrying; check that it is running and that DATABASE_URL_ETH is right.',
  )
})
