import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from './api-server.ts'

/*
 * A devnet, and a worker and an API server as processes of their own whose database fails while they run: one of each per
 * test file.
 */

export const patiently = { timeout: 90_000, interval: 100 }

let anvil: Anvil
let accounts: string[]
let server: RunningApiServer | undefined

/** Starts the devnet before the tests of the file, and stops what each of them started. */
export const provideDevnet = (): void => {
  beforeAll(async () => {
    anvil = await startAnvil(['--chain-id', '31337'])
    accounts = (await anvil.rpc('eth_accounts')) as string[]
  })
  afterAll(() => anvil.stop())
  afterEach(async () => {
    await server?.stop()
    server = undefined
  })
}

export const devnet = (): Anvil => anvil
export const output = (): string => server?.output() ?? ''

export const start = async (databaseUrl: string): Promise<RunningApiServer> => {
  server = await startApiServer({ DATABASE_URL: databaseUrl, NODE_URL_LOCAL: anvil.url, START_BLOCK_LOCAL: '0' })
  return server
}

export const head = async (): Promise<number> => Number(await anvil.rpc('eth_blockNumber'))

/** Blocks with a transaction in each, whose call data has so many bytes. */
export const mine = async (blocks: number, dataBytes = 0): Promise<void> => {
  const [from, to] = accounts
  for (let mined = 0; mined < blocks; mined++) {
    const hash = await anvil.rpc('eth_sendTransaction', [
      { from, to, value: '0x1', data: `0x${'ab'.repeat(dataBytes)}`, gas: '0x1c9c380' },
    ])
    await expect
      .poll(() => anvil.rpc('eth_getTransactionReceipt', [hash]), { interval: 5, timeout: 10_000 })
      .not.toBeNull()
  }
}

export type Answer = { status: number; retryAfter: string | null; body: string }

export const askFor = async (path: string): Promise<Answer> => {
  const response = await fetch(`${server?.url}${path}`, { headers: { 'x-api-key': apiKey } })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
}
/** Reads the index. */
export const askBlocks = (): Promise<Answer> => askFor('/api/explorer/evm/blocks?chain=local')

export const isIndexedTo = async (number: number): Promise<boolean> => {
  const { status, body } = await askBlocks()
  return status === 200 && body.includes(`"${number}"`)
}

/** Every block and transaction of the chain is stored once. */
export const expectWhole = async (databaseUrl: string): Promise<void> => {
  const store = await openStore<EvmTables>(databaseUrl)
  const last = await head()
  const expected: string[] = []
  for (let number = 0; number <= last; number++) {
    const block = (await anvil.rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as {
      hash: string
      transactions: string[]
    }
    expected.push(block.hash, ...block.transactions)
  }
  expect(await storedHashes(store)).toEqual(expected.sort())
  await store.close()
}

export const storedHashes = async ({ db }: Store<EvmTables>): Promise<string[]> => {
  const blocks = await db.selectFrom('evm_blocks').select('hash').where('chain', '=', 31_337).execute()
  const transactions = await db.selectFrom('evm_transactions').select('hash').where('chain', '=', 31_337).execute()
  return [...blocks, ...transactions].map(({ hash }) => `0x${Buffer.from(hash).toString('hex')}`).sort()
}

type Line = { level: string; process?: string; msg: string; err?: unknown }

/** What both processes have said at `warn` and above. */
export const complaints = (): Line[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))
    .filter(({ level }) => level === 'warn' || level === 'error')

export const expectRefusal = ({ status, retryAfter, body }: Answer): void => {
  expect(status).toBe(503)
  expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(body).not.toMatch(/ {4}at |node_modules|postgres:/)
}
