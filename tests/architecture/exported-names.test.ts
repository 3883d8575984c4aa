import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceImports } from './imports.ts'

/* A name that has to be looked up is qualified: by itself, or as `params.address` where its module is imported as a whole. */

const declared = /^export (?:const|type|class|(?:async )?function|interface) (\w+)/gm
const wholeImport = /import \* as \w+ from '([^']+)'/g
/** What Next.js looks for in a route. */
const ofRoutes = /^app\//

test('an exported name has one declaration', () => {
  const imports = sourceImports()
  const texts = new Map([...imports.keys()].map((file) => [file, readFileSync(file, 'utf8')]))
  const whole = new Set<string | undefined>()
  for (const [file, text] of texts)
    for (const [, specifier] of text.matchAll(wholeImport))
      whole.add(imports.get(file)?.find((one) => one.specifier === specifier)?.target)
  const places = new Map<string, string[]>()
  for (const [file, text] of texts) {
    if (whole.has(file) || ofRoutes.test(file)) continue
    for (const [, name = ''] of text.matchAll(declared)) places.set(name, [...(places.get(name) ?? []), file])
  }
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})
