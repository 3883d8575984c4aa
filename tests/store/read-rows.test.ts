import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readRows } from '#lib/store/drivers/sqlite/sqlite-database.ts'

test('rows have their columns by name, with every type of value', () => {
  const database = new DatabaseSync(':memory:')
  const statement = database.prepare("select 1 as one, 'text' as word, x'00ff' as bytes, null as none where 1 = ?")
  expect(readRows(statement, [1])).toEqual([{ one: 1, word: 'text', bytes: new Uint8Array([0, 255]), none: null }])
  expect(readRows(statement, [2])).toEqual([])
})

test('a statement prepared before a migration returns the new columns', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table lamps (id integer); insert into lamps values (7)')
  const statement = database.prepare('select * from lamps')
  expect(readRows(statement, [])).toEqual([{ id: 7 }])
  database.exec("alter table lamps add column colour text default 'red'")
  expect(readRows(statement, [])).toEqual([{ id: 7, colour: 'red' }])
  database.exec('alter table lamps rename column colour to shade')
  expect(readRows(statement, [])).toEqual([{ id: 7, shade: 'red' }])
})
