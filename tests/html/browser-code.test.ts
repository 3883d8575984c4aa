import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-process.ts'

const chunkFolder = join(builtPages(), 'static', 'chunks')

test('no browser chunk contains server libraries or the name of a secret', () => {
  const marks = [
    // Words that only these have.
    ['zod', /ZodError|\$ZodType|_zod\b/],
    ['viem', /viem@|getContractError|ContractFunctionExecutionError/],
    ['luxon', /DateTime\.fromISO|Luxon|IANAZone/],
    ['kysely', /kysely|CreateTableNode/i],
    ['wallets of services', /identity-?connect|web\.petra\.app/i],
    ['secrets', /UPSTREAM_API_KEY=(?!…)|process\.env\.(UPSTREAM_API_KEY|DATABASE_URL|API_KEYS)|DATABASE_URL|API_KEYS/],
  ] as const
  const files = readdirSync(chunkFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(files.length).toBeGreaterThan(5)
  const found = files.flatMap((name) => {
    const text = readFileSync(join(chunkFolder, name), 'utf8')
    return marks
      .filter(([, mark]) => mark.test(text))
      .map(([what, mark]) => `${what} in ${name}: ${mark.exec(text)?.[0]}`)
  })
  expect(found).toEqual([])
})
