import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createChance } from '#tests/indexing/random.ts'
import { startTokenChain, type TokenChain } from './evm/chain/backfill/token-chain.ts'
import { testStores } from './store/test-stores.ts'
import { apiKey, type RunningApiServer, startApiServer } from './support/api-server.ts'
import { runScript } from './support/run-script.ts'
import { isFull, sample } from './support/tier.ts'

/* The command that moves a chain: from a SQLite file to PostgreSQL, and back. */

const folder = mkdtempSync(join(tmpdir(), 'spyglass-move-'))
const wallet = `0x${'1'.padStart(40, '0')}`
const postgres = testStores('postgres')
let polygon: TokenChain
let environment: Record<string, string>

beforeAll(async () => {
  polygon = await startTokenChain(['--chain-id', '137'])
  const { fraction } = createChance(9)
  for (let block = 0; block < 20; block++) await polygon.mineEvents(fraction)
  await polygon.mineEmpty(3)
  environment = {
    NODE_URL_POLYGON: polygon.anvil.url,
    START_BLOCK_POLYGON: '0',
    DATABASE_URL: `sqlite:${join(folder, 'main.db')}`,
  }
}, 120_000)
afterAll(async () => {
  await polygon?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (words: string[], settings: Record<string, string>) =>
  runScript('lib/server/commands/move-chain.ts', words, { ...environment, ...settings })

const answersOf = async ({ url }: RunningApiServer): Promise<unknown[]> => {
  const paths = [
    `/api/v2/${wallet}`,
    `/api/v2/${wallet}/nft/transfers`,
    `/api/v2/${wallet}/erc20/transfers`,
    `/api/v2/erc20/${polygon.coins}/transfers`,
    `/api/v2/nft/${polygon.pictures}/owners`,
    '/api/explorer/evm/blocks',
    '/api/explorer/evm/tokens',
  ]
  const answers = paths.map(async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': apiKey } })
    const text = await response.text()
    return [path, response.status, JSON.parse(text, (name, value) => (/cursor|sync|spam/.test(name) ? null : value))]
  })
  return await Promise.all(answers)
}

/** The worker counts holders after it has stored the blocks. */
const untilCounted = ({ url }: RunningApiServer): Promise<void> =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${url}/api/explorer/evm/tokens`, { headers: { 'x-api-key': apiKey } })
      const { result }: { result: { holders: number | null }[] } = await response.json()
      expect(result.map(({ holders }) => holders)).not.toContain(null)
    },
    { timeout: 60_000, interval: 250 },
  )

/** The answers, with or without a worker that might index the chain again. */
const serve = async (settings: Record<string, string>, withWorker: boolean): Promise<unknown[]> => {
  const server = await startApiServer({ ...environment, ...settings }, { withWorker })
  try {
    await untilCounted(server)
    return await answersOf(server)
  } finally {
    await server.stop()
  }
}

test('a moved chain has the same answers, in its own database and moved back', { timeout: 180_000 }, async () => {
  const before = await serve({}, true)
  const own = { DATABASE_URL_POLYGON: await postgres.createUrl() }

  const moved = await run(['polygon'], own)
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('equal by hash. Start Spyglass') })
  expect(moved.output).toMatch(/^evm_blocks: \d+ rows, [0-9a-f]{64}$/m)
  expect(moved.output).not.toContain('postgres://')
  if (isFull) {
    expect(await serve(own, false)).toEqual(before)
    expect(await run(['polygon'], own)).toMatchObject({
      code: 78,
      output: expect.stringContaining('has rows of polygon'),
    })
  }
  expect(await run(['polygon', '--delete-old'], own)).toMatchObject({ code: 0 })
  expect(await run(['polygon'], own)).toMatchObject({ code: 78, output: expect.stringContaining('no rows of polygon') })
  if (isFull) expect(await serve(own, true)).toEqual(before)

  expect(await run(['polygon', '--back'], own)).toMatchObject({ code: 0 })
  expect(await serve({}, false)).toEqual(before)
})

test('the command says what it needs', async () => {
  const refusals: [string[], string][] = [
    [[], 'Usage: npm run move-chain'],
    [['polygon'], 'Set DATABASE_URL_POLYGON to another database'],
    [['atlantis'], 'not a known chain'],
  ]
  for (const [words, message] of sample(refusals, 1))
    expect(await run(words, {})).toMatchObject({ code: 78, output: expect.stringContaining(message) })
})
