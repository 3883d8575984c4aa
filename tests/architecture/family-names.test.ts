import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* A family is named in its own folders alone, so that a further one changes no other file. */

const own = /^(lib|components|app|lib\/demo)\/aptos\//
const lists =
  /^lib\/(server\/families|config\/family-configs|pages\/family-paths|recognise\/recognisers|settings\/descriptions)\.ts$|^components\/(pages|families|family-sections|browser-families)\.ts$/
/** Sign-in is by Aptos wallet whatever else is served, with the parts in `components/wallet`; one cast plays on all of the demo's ledgers, and home has texts of its own. */
const otherSubjects =
  /^(lib|components|app)\/account\/|^components\/wallet\/|^app\/sign-in\/|^lib\/demo\/cast\.ts$|^components\/home\//

test('Aptos is named only in its own folders, the lists of families, sign-in and the home page', () => {
  const naming = ['lib', 'components', 'app']
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
    .filter((path) => /\.tsx?$/.test(path) && ![own, lists, otherSubjects].some((rule) => rule.test(path)))
    .filter((path) => /aptos/i.test(readFileSync(path, 'utf8')))
  expect(naming).toEqual([])
})
