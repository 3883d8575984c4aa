import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedIn } from './family-names.ts'

/* A family is named in its own folders alone, so that a further one changes no other file. */

const own =
  /^(lib|components|app|app\/api|app\/api\/explorer)\/(aptos|aptos-testnet)\/|^lib\/(families|family-configs|recognise\/recognisers)\.ts$/

const naming = ['lib', 'components', 'app']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter((path) => /\.tsx?$/.test(path) && !own.test(path) && /aptos/i.test(readFileSync(path, 'utf8')))

test('Aptos is named outside its folders only in the files of a shrinking list', () => {
  expect(naming.filter((path) => !namedIn.includes(path))).toEqual([])
})

test('a file that no longer names it leaves the list', () => {
  expect(namedIn.filter((path) => !naming.includes(path))).toEqual([])
})
