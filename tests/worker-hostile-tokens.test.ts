import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { compileBenchContracts } from '#tests/bench/support/compile-bench-contracts.ts'
import { testStores } from './store/test-stores.ts'
import { type Anvil, startAnvil } from './support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from './support/api-server.ts'
import { isFull } from './support/tier.ts'

/* The real worker on a chain whose NFTs name hostile documents and images. */

const localId = 31_337
const stores = testStores('sqlite')
const patiently = { timeout: 240_000, interval: 200 }
const json = { 'content-type': 'application/json' }

const megabyte = Buffer.alloc(1_000_000, 'a')
const pictureOf = (base: string, path: string) => JSON.stringify({ name: path, image: `${base}/${path}` })

/** Documents that no worker can use. */
const allDocuments: Record<string, RequestListener> = {
  'of 50 MB': async (_, response) => {
    response.writeHead(200, json)
    for (let sent = 0; sent < 50 && !response.destroyed; sent++)
      if (!response.write(megabyte))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
    response.end()
  },
  'that never ends': (_, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 100)
    response.once('close', () => clearInterval(timer))
  },
  'nested half a million times': (_, response) =>
    response.writeHead(200, json).end('['.repeat(500_000) + ']'.repeat(500_000)),
  'that unpacks to far more': (_, response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'that leads to itself': ({ url }, response) => response.writeHead(302, { location: url ?? '/' }).end(),
  'that is not UTF-8': (_, response) => response.writeHead(200, json).end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3])),
}
const bomb = gzipSync(Buffer.alloc(isFull ? 300_000_000 : 30_000_000))

/** Images that cannot be shown, or only with much work. */
const allPictures: Record<string, () => Promise<{ type: string; body: Buffer }>> = {
  'blanks.svg': async () => ({ type: 'image/svg+xml', body: Buffer.from(`${' '.repeat(64)}x`) }),
  'turbulence.svg': async () => ({
    type: 'image/svg+xml',
    body: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="a">${'<feTurbulence baseFrequency="0.9" numOctaves="200"/><feGaussianBlur stdDeviation="500"/>'.repeat(50)}</filter><rect width="4000" height="4000" filter="url(#a)"/></svg>`,
    ),
  }),
  'bomb.png': async () => ({
    type: 'image/png',
    body: await sharp({
      create: { width: 17_000, height: 17_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  }),
  'large.txt': async () => ({ type: 'text/plain', body: Buffer.alloc(5_000_000, 'x') }),
}

/** By default without those that take long: tests/media/previewer.test.ts draws such images, and tests/metadata has slow hosts. */
const without = <Value>(all: Record<string, Value>, ...names: string[]): Record<string, Value> =>
  isFull ? all : Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
const hostileDocuments = without(allDocuments, 'that never ends')
const hostilePictures = without(allPictures, 'turbulence.svg', 'bomb.png')
const goodCount = isFull ? 20 : 5

const servers: Server[] = []
/** Each on a port of its own: a host that fails is skipped for a while. */
const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
}

const goodPicture = async (): Promise<Buffer> =>
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#08f' } })
    .png()
    .toBuffer()

/** The URI of each token, in the order of their ids. An empty one becomes 5 MB of `data:`. */
const tokenUris = async (): Promise<{ good: string[]; documents: string[]; pictures: string[] }> => {
  const picture = await goodPicture()
  const goodBase = await serve(({ url = '/' }, response) => {
    if (url.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else response.writeHead(200, json).end(JSON.stringify({ name: url.slice(1), image: `${goodBase}/picture.png` }))
  })
  const documents = await Promise.all(Object.values(hostileDocuments).map(async (answer) => `${await serve(answer)}/a`))
  const pictures = await Promise.all(
    Object.entries(hostilePictures).map(async ([name, make]) => {
      const { type, body } = await make()
      const base = await serve(({ url = '/' }, response) => {
        if (url === `/${name}`) response.writeHead(200, { 'content-type': type }).end(body)
        else response.writeHead(200, json).end(pictureOf(base, name))
      })
      return `${base}/document`
    }),
  )
  const good = Array.from({ length: goodCount }, (_, index) => `${goodBase}/good-${index}`)
  return { good, documents: [...documents, ''], pictures }
}

let anvil: Anvil
let server: RunningApiServer
let store: Store<EvmTables>
let contract: string
let uris: Awaited<ReturnType<typeof tokenUris>>
beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', String(localId), '--gas-limit', '1000000000'])
  uris = await tokenUris()
  const [from] = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))
  const send = async (fields: object): Promise<string> => {
    const hash = await anvil.rpc('eth_sendTransaction', [{ from, gas: '0x989680', ...fields }])
    const mined = z.object({ contractAddress: z.string().nullable() })
    const receipt = async () => mined.parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
    return (await vi.waitFor(receipt, { interval: 5, timeout: 10_000 })).contractAddress ?? ''
  }
  contract = await send({ data: compileBenchContracts().UriNft })
  const abi = parseAbi(['function mint(address to, uint256 id, string uri)'])
  for (const [id, uri] of [...uris.documents, ...uris.pictures, ...uris.good].entries()) {
    const args = [from as `0x${string}`, BigInt(id), uri] as const
    await send({ to: contract, data: encodeFunctionData({ abi, functionName: 'mint', args }) })
  }
  const databaseUrl = await stores.createUrl()
  server = await startApiServer({
    DATABASE_URL: databaseUrl,
    NODE_URL_LOCAL: anvil.url,
    START_BLOCK_LOCAL: '0',
    OUTBOUND_ALLOW: '127.0.0.1',
  })
  store = await openStore<EvmTables>(databaseUrl)
})
afterAll(async () => {
  await store?.close()
  await server?.stop()
  await anvil?.stop()
  for (const each of servers) {
    each.closeAllConnections()
    each.close()
  }
})

/** The worker notes each second that it heard from the node: for how long it did not at most. */
const watchHeartbeat = (): { stop(): number } => {
  let latest: number | null = null
  let changedAt = performance.now()
  let silentMs = 0
  const timer = setInterval(async () => {
    const row = await store.db
      .selectFrom('evm_chains')
      .select('checked_at')
      .where('chain', '=', localId)
      .executeTakeFirst()
      .catch(() => undefined)
    if (row && row.checked_at !== latest) {
      latest = row.checked_at
      changedAt = performance.now()
    }
    silentMs = Math.max(silentMs, performance.now() - changedAt)
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return silentMs
    },
  }
}

const documentRows = () =>
  store.db.selectFrom('evm_nft_metadata').select(['token_id', 'name', 'error', 'due_at', 'failures']).execute()

const askForPicture = async (id: number): Promise<string> => {
  const url = `${server.url}/api/v2/nft/${contract}/${id}?chain=local&media_items=true`
  const response = await fetch(url, { headers: { 'x-api-key': apiKey } })
  const read = z.object({ media: z.object({ status: z.string() }).optional() }).safeParse(await response.json())
  return read.data?.media?.status ?? 'none'
}

test('hostile documents and images end with a reason; the worker stays responsive and completes all others', {
  timeout: 420_000,
}, async () => {
  const heartbeat = watchHeartbeat()
  onTestFinished(() => void heartbeat.stop())
  const { documents, pictures, good } = uris
  const hostile = documents.map((_, id) => id)
  const withPicture = pictures.map((_, index) => documents.length + index)
  const fine = good.map((_, index) => documents.length + pictures.length + index)

  const named = async () =>
    (await documentRows()).filter(({ name }) => name !== null).map(({ token_id }) => Number(token_id))
  await expect.poll(async () => (await named()).sort((a, b) => a - b), patiently).toEqual([...withPicture, ...fine])
  const failed = async () =>
    (await documentRows()).filter(({ error, name }) => error && name === null).map(({ token_id }) => Number(token_id))
  await expect.poll(async () => (await failed()).sort((a, b) => a - b), patiently).toEqual(hostile)

  for (const id of fine) await expect.poll(() => askForPicture(id), patiently).toBe('success')
  for (const [index, name] of Object.keys(hostilePictures).entries()) {
    // Whether the filters are drawn within the processor time that an image has depends on the machine.
    const ends =
      name === 'turbulence.svg'
        ? /^(success|unsupported_media|temporarily_unavailable)$/
        : /^(unsupported_media|temporarily_unavailable)$/
    await expect.poll(() => askForPicture(documents.length + index), patiently).toMatch(ends)
  }
  expect(heartbeat.stop()).toBeLessThan(5_000)
  expect(await readCrashedItems(store)).toEqual([])
  expect(server.output()).not.toMatch(/has not responded/)
})
