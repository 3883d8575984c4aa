import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedIn } from './family-names.ts'

/* A family is named in its own folders alone, so that a further one changes no other file. */

/** The folders of the family, and the lists of families. */
const own =
  /^(lib|components|app|lib\/demo)\/aptos\/|^lib\/(families|family-configs|pages\/family-paths|recognise\/recognisers)\.ts$/
/** Sign-in is by Aptos wallet whatever else is served, and one cast plays on all of the demo's ledgers. */
const otherSubjects = /^(lib|components|app)\/sign-in\/|^lib\/demo\/cast\.ts$/

const naming = ['lib', 'components', 'app']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter(
    (path) =>
      /\.tsx?$/.test(path) && !own.test(path) && !otherSubjects.test(path) && /aptos/i.test(readFileSync(path, 'utf8')),
  )

test('Aptos is named outside its folders only in the files of a shrinking list', () => {
  expect(naming.filter((path) => !namedIn.includes(path))).toEqual([])
})

test('a file that no longer names it leaves the list', () => {
  expect(namedIn.filter((path) => !naming.includes(path))).toEqual([])
})
