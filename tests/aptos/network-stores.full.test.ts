import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { openStore } from '#lib/store/open.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { runScript } from '#tests/support/run-script.ts'
import { isFull } from '#tests/support/tier.ts'

/* Two Aptos networks, one of them in a database of its own, beside the same networks in one database. */

const folder = mkdtempSync(join(tmpdir(), 'spyglass-networks-'))
const stops: (() => unknown)[] = []
let environment: Record<string, string>
let together: RunningApiServer
/** The end of the testnet's index is below the head of its node. */
const ready = { waitsFor: ['local'] }

/** The bundled ledger as a full node of another chain id. */
const startNode = async (chainId: number): Promise<string> => {
  const server: Server = createServer(async (request, response) => {
    const answer = await demoAptosFetch(`http://demo.invalid${request.url}`)
    const headers = { ...Object.fromEntries(answer.headers), 'x-aptos-chain-id': String(chainId) }
    const body = (await answer.text()).replace(`"chain_id":${demoAptosChainId}`, `"chain_id":${chainId}`)
    response.writeHead(answer.status, headers).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
}

beforeAll(async () => {
  const anvil = await startAnvil()
  stops.push(() => anvil.stop())
  environment = {
    NODE_URL_LOCAL: anvil.url,
    APTOS_NODE_URL: await startNode(1),
    APTOS_START_VERSION: '0',
    APTOS_TESTNET_NODE_URL: await startNode(2),
    APTOS_TESTNET_VERSIONS: '0-400',
  }
  together = await startApiServer(environment, ready)
  stops.unshift(() => together.stop())
}, 120_000)
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

const paths = ['mainnet', 'testnet'].flatMap((network) =>
  [
    '/accounts/0x1/transfers',
    '/assets/0x1::aptos_coin::AptosCoin',
    '/assets/0x1::aptos_coin::AptosCoin/holders',
    '/assets/0x1::aptos_coin::AptosCoin/transfers',
    '/blocks/by_version/100',
  ].map((path) =>
    path.startsWith('/blocks')
      ? `/api/aptos${path}?network=${network}`
      : `/api/explorer/aptos${path}?network=${network}`,
  ),
)

const ask = async ({ url }: RunningApiServer, path: string) => {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': apiKey } })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text, (name, value) => (/cursor/.test(name) ? null : value)) }
}

/** Both networks are indexed to their ends. */
const untilIndexed = async (server: RunningApiServer): Promise<void> => {
  for (const network of ['mainnet', 'testnet'])
    await vi.waitFor(
      async () => {
        const { body } = await ask(server, `/api/explorer/aptos/status?network=${network}`)
        const end = network === 'testnet' ? '400' : body.ledger_version
        expect(body.index.last_version).toBe(end)
      },
      { timeout: 60_000, interval: 250 },
    )
}

const idsIn = async (url: string): Promise<number[]> => {
  const store = await openStore<AptosTables>(url)
  const rows = await store.db.selectFrom('aptos_intervals').select('chain_id').distinct().orderBy('chain_id').execute()
  await store.close()
  return rows.map(({ chain_id }) => chain_id)
}

const expectSameAnswers = async (server: RunningApiServer): Promise<void> => {
  for (const path of paths)
    await vi.waitFor(async () => expect(await ask(server, path), path).toEqual(await ask(together, path)), {
      timeout: 10_000,
    })
}

test('two networks in two databases are answered for as from one, and one of them can be moved by export and import', {
  timeout: 240_000,
}, async () => {
  await untilIndexed(together)
  const answers = await Promise.all(paths.map((path) => ask(together, path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(await ask(together, paths[3] ?? '')).not.toEqual(await ask(together, paths[8] ?? ''))

  const urls = {
    DATABASE_URL: `sqlite:${join(folder, 'main.db')}`,
    DATABASE_URL_APTOS_TESTNET: `sqlite:${join(folder, 'testnet.db')}`,
  }
  const apart = await startApiServer({ ...environment, ...urls }, ready)
  try {
    await untilIndexed(apart)
    await expectSameAnswers(apart)
  } finally {
    await apart.stop()
  }
  expect(await idsIn(urls.DATABASE_URL)).toEqual([1])
  expect(await idsIn(urls.DATABASE_URL_APTOS_TESTNET)).toEqual([2])

  const exported = join(folder, 'testnet')
  const [out, back] = [
    await runScript('lib/server/commands/export-chain.ts', ['aptos-testnet', exported], { ...environment, ...urls }),
    await runScript('lib/server/commands/import-chain.ts', ['aptos-testnet', exported], {
      ...environment,
      DATABASE_URL: urls.DATABASE_URL,
    }),
  ]
  expect([out, back]).toMatchObject([{ code: 0 }, { code: 0 }])
  if (isFull) {
    const moved = await startApiServer(
      { ...environment, DATABASE_URL: urls.DATABASE_URL },
      { ...ready, withWorker: false },
    )
    try {
      await expectSameAnswers(moved)
    } finally {
      await moved.stop()
    }
  }
  expect(await idsIn(urls.DATABASE_URL)).toEqual([1, 2])
})
