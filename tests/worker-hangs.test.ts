import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { supervise, supervisedScript } from '#lib/process/supervise.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import { compileBenchContracts } from '#tests/bench/support/compile-bench-contracts.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { testStores } from './store/test-stores.ts'
import { type Anvil, startAnvil } from './support/anvil.ts'

/* The real worker under the real supervisor and watchdog, with a document that hangs its event loop. */

const localId = 31_337
const patiently = { timeout: 200_000, interval: 200 }
const stores = testStores('sqlite')
const hook = new URL('./support/hang-on-parse.ts', import.meta.url).href

const documentOf = (name: string): string => `data:application/json,${encodeURIComponent(JSON.stringify({ name }))}`

/** Deploys a contract and mints one token for each URI; returns its address. */
const mint = async (anvil: Anvil, uris: readonly string[]): Promise<string> => {
  const [from] = z.tuple([z.templateLiteral(['0x', z.string()])]).parse(await anvil.rpc('eth_accounts').then(firstOf))
  const send = async (fields: object): Promise<string> => {
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, gas: '0x989680', ...fields }])
    const mined = z.object({ contractAddress: z.string().nullable() })
    const receipt = async () => mined.parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
    return (await vi.waitFor(receipt, { interval: 5, timeout: 10_000 })).contractAddress ?? ''
  }
  const contract = await send({ data: compileBenchContracts().UriNft })
  const abi = parseAbi(['function mint(address to, uint256 id, string uri)'])
  for (const [id, uri] of uris.entries())
    await send({ to: contract, data: encodeFunctionData({ abi, functionName: 'mint', args: [from, BigInt(id), uri] }) })
  return contract
}
const firstOf = (accounts: unknown): unknown[] => z.array(z.unknown()).parse(accounts).slice(0, 1)

test('a document that hangs the worker is skipped after three hangs, and everything else is indexed', {
  timeout: 300_000,
}, async () => {
  const anvil = await startAnvil(['--chain-id', String(localId)])
  onTestFinished(() => anvil.stop())
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-hangs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const names = ['First', 'Second', 'hang the worker', 'Fourth', 'Fifth']
  const contract = await mint(anvil, names.map(documentOf))

  const databaseUrl = await stores.createUrl()
  const env: NodeJS.ProcessEnv = {
    ...bareEnvironment(),
    NODE_OPTIONS: `--import=${hook}`,
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: join(folder, 'media'),
    NODE_URL_LOCAL: anvil.url,
    START_BLOCK_LOCAL: '0',
    LOG_LEVEL: 'error',
  }
  const said: string[] = []
  const { stop, ended } = supervise([supervisedScript('worker', builtProcess('worker'), { env })], {
    print: (text) => said.push(text),
    restart: { firstWaitMs: 50 },
  })
  onTestFinished(async () => {
    stop('SIGTERM')
    await ended
  })

  const store = await openStore<EvmTables>(databaseUrl)
  onTestFinished(() => store.close())
  const documents = () => store.db.selectFrom('evm_nft_metadata').select(['token_id', 'name', 'error']).execute()
  const errorOfHanging = async () =>
    (await documents().catch(() => [])).find(({ token_id }) => token_id === '2')?.error ?? ''
  await expect.poll(errorOfHanging, patiently).toMatch(/^The worker ended 3 times/)

  expect(said).toEqual(Array(3).fill('worker stopped responding and was killed; restarting it.'))
  // Others may wait for their retry: whatever ran when the worker was killed.
  expect((await readCrashedItems(store)).filter(({ retryAt }) => retryAt === null)).toEqual([
    expect.objectContaining({
      chain: localId,
      kind: 'nft-metadata',
      key: `${contract}/2`,
      attempts: 3,
      retryAt: null,
      reason: 'The worker stopped responding while this was running.',
    }),
  ])
  const read = async () => (await documents()).flatMap(({ name }) => name ?? []).sort()
  await expect.poll(read, patiently).toEqual(['Fifth', 'First', 'Fourth', 'Second'])
  await anvil.rpc('anvil_mine', ['0x3'])
  const head = Number(await anvil.rpc('eth_blockNumber'))
  await expect.poll(async () => (await readIntervals(store.db, localId)).at(-1)?.last, patiently).toBe(head)
})
