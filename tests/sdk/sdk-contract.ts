import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findChain } from '#lib/evm/contract/chains.ts'
import { evmRoutes } from '#lib/evm/contract/interface/routes.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { lostValues } from './lost-values.ts'
import { busiestWallet, operations } from './operations.ts'
import { rawOf, type Sdk } from './sdk.ts'
import { walkByHttp, walkBySdk } from './sdk-walk.ts'
import { untilTraced } from './until-traced.ts'

/** A walk of a hundred pages by the SDK takes seconds where other work shares the cores. */
const settledWithin = { timeout: 40_000, interval: 500 }
const chain = `0x${findChain('demo')?.id.toString(16)}`

/** Asking for previews has them made: their records change until they are. */
const everyPictureIsMade = async (url: string, { collection, editions, collector }: Ledger): Promise<void> => {
  const whole = { chain, normalizeMetadata: true, media_items: true, limit: 100 }
  const nfts = await Promise.all([
    walkByHttp(url, evmRoutes.contractNfts, { ...whole, address: collection }),
    walkByHttp(url, evmRoutes.contractNfts, { ...whole, address: editions }),
    walkByHttp(url, evmRoutes.walletNfts, { ...whole, address: collector }),
  ])
  const media = nfts.flat().map((nft) => (nft as { media?: { status?: string } }).media?.status)
  expect(media.filter((status) => status !== 'success')).toEqual([])
}

/**
 * What an existing program may rely on: that a release of the official SDK, pointed here by its base URL option alone, reads
 * everything that plain HTTP gives. `basePath` is what the release adds nothing to.
 */
export const holdSdkContract = (sdk: Sdk, version: string, basePath: string): void => {
  let server: RunningApiServer
  let ledger: Ledger
  beforeAll(async () => {
    ;[server, ledger] = await Promise.all([startApiServer(), readLedger()])
    await sdk.start(server.url + basePath, apiKey)
    await untilTraced(server.url)
    await vi.waitFor(() => everyPictureIsMade(server.url, ledger), { timeout: 120_000, interval: 1_000 })
  })
  afterAll(async () => {
    await server?.stop()
  })

  test('the installed release and its packages have the expected version', () => {
    expect(sdk.version).toBe(version)
  })

  test.each(operations.filter(({ only }) => only === undefined || only === version))(
    '$call pages with next() to the end like plain HTTP, and its types lose no value',
    async ({ endpoint, call, asks, hasNoChain, unread = [] }) => {
      // What contracts say of themselves arrives while these run, and may come between the two walks: then once more.
      for (const given of asks(ledger))
        await vi.waitFor(async () => {
          const ask = hasNoChain ? given : { ...given, chain }
          const walk = await walkBySdk(sdk, call, ask)
          const plain = await walkByHttp(server.url, evmRoutes[endpoint], ask)
          expect(plain.length).toBeGreaterThan(0)
          expect(walk.raw).toEqual(plain)
          expect(walk.typed).toHaveLength(plain.length)
          const lost = walk.raw.flatMap((record, index) => lostValues(record, walk.typed[index]))
          expect([...new Set(lost)].filter((name) => !unread.includes(name))).toEqual([])
          if ('disable_total' in ask) expect(walk.total).toBe(plain.length)
        }, settledWithin)
    },
  )

  const fungible = operations.filter(({ endpoint }) => /^erc20/.test(endpoint) && version === '2.22.5')
  test.each(fungible)('$call returns every event of the logs once', async ({ call, events }) => {
    const { raw } = await walkBySdk(sdk, call, { chain })
    const places = raw.map(({ transaction_hash, log_index }) => `${transaction_hash}:${log_index}`)
    expect(places.sort()).toEqual([...(events?.(ledger) ?? [])].sort())
  })

  test('contract creations, which no release can type in the decoded list, are in the raw response', async () => {
    const asked = { chain, address: ledger.creator }
    const page = await sdk.call('transaction.getWalletTransactionsVerbose', asked)
    const plain = await walkByHttp(server.url, evmRoutes.walletTransactionsVerbose, asked)
    expect(plain.some(({ to_address }) => to_address === null)).toBe(true)
    const { result } = (page ? rawOf(page) : {}) as { result: unknown[] }
    expect(result).toEqual(plain.slice(0, result.length))
  })

  test('the demo ledger has decoded calls, and a name and an image for every NFT', async () => {
    const decoded = await walkByHttp(server.url, evmRoutes.walletTransactionsVerbose, { chain, address: ledger.user })
    expect(decoded.some(({ decoded_call }) => decoded_call)).toBe(true)
    await vi.waitFor(async () => {
      const nfts = await walkByHttp(server.url, evmRoutes.walletNfts, {
        ...{ chain, address: ledger.collector, normalizeMetadata: true, limit: 100 },
      })
      for (const { normalized_metadata } of nfts)
        expect(normalized_metadata).toMatchObject({ name: expect.any(String), image: expect.any(String) })
    }, settledWithin)
  })

  test('a missing item is null', async () => {
    expect(await sdk.call('transaction.getTransaction', { chain, transaction_hash: `0x${'ab'.repeat(32)}` })).toBeNull()
    expect(
      await sdk.call('nft.getNFTMetadata', { chain, address: ledger.collection, token_id: '123456789' }),
    ).toBeNull()
  })

  test('reports an error with its message', async () => {
    const refusalOf = (parameters: Record<string, unknown>) =>
      sdk.call('transaction.getWalletTransactions', { address: busiestWallet, ...parameters }).then(
        () => 'answered',
        (error: Error) => error.message,
      )
    expect(await refusalOf({ chain, cursor: 'garbage' })).toMatch(/400.*cursor is not a cursor/)
    expect(await refusalOf({ chain: '0x89' })).toMatch(/400.*NODE_URL_POLYGON/)
  })
}
