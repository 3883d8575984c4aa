import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChain } from '#lib/evm/api/chains.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { isFull } from '#tests/support/tier.ts'
import { askLedger, type Ledger, readLedger } from './ledger.ts'
import { lostValues } from './lost-values.ts'
import { busiestWallet, type Operation, operations } from './operations.ts'
import { rawOf, type Sdk } from './sdk.ts'
import { walkByHttp, walkBySdk } from './sdk-walk.ts'

const chain = `0x${findChain('demo')?.id.toString(16)}`

/** `npm test` reads everything with the newest release; with the older one a record and a list of each group, and one that it alone has. */
const operationsOf = (version: string): Operation[] => {
  const all = operations.filter(({ only }) => only === undefined || only === version)
  if (isFull || version !== '2.22.5') return all
  const kindOf = ({ call, endpoint, only }: Operation) => [call.split('.')[0], 'paged' in evmApi[endpoint], only].join()
  return [...new Map(all.map((one) => [kindOf(one), one])).values()]
}

/**
 * What an existing program may rely on: that a release of the official SDK, pointed here by its base URL option alone, reads
 * everything that plain HTTP gives. `basePath` is what the release adds nothing to.
 */
export const holdSdkContract = (sdk: Sdk, version: string, basePath: string): void => {
  let server: Awaited<ReturnType<typeof demoApi>>
  let ledger: Ledger
  beforeAll(async () => {
    ;[server, ledger] = await Promise.all([demoApi(), readLedger()])
    await sdk.start(server.url + basePath, apiKey)
  })
  afterAll(async () => {
    await server?.stop()
  })

  test('the installed release and its packages have the expected version', () => {
    expect(sdk.version).toBe(version)
  })

  test.each(operationsOf(version))(
    '$call pages with next() to the end like plain HTTP, and its types lose no value',
    async ({ endpoint, call, asks, hasNoChain, unread = [] }) => {
      for (const given of asks(ledger)) {
        const ask = hasNoChain ? given : { ...given, chain }
        const walk = await walkBySdk(sdk, call, ask)
        const plain = await walkByHttp(server.url, evmApi[endpoint], ask)
        expect(plain.length).toBeGreaterThan(0)
        expect(walk.raw).toEqual(plain)
        expect(walk.typed).toHaveLength(plain.length)
        const lost = walk.raw.flatMap((record, index) => lostValues(record, walk.typed[index]))
        expect([...new Set(lost)].filter((name) => !unread.includes(name))).toEqual([])
        if ('disable_total' in ask) expect(walk.total).toBe(plain.length)
      }
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
    const plain = await walkByHttp(server.url, evmApi.walletTransactionsVerbose, asked)
    expect(plain.some(({ to_address }) => to_address === null)).toBe(true)
    const { result } = (page ? rawOf(page) : {}) as { result: unknown[] }
    expect(result).toEqual(plain.slice(0, result.length))
  })

  test('the demo ledger has decoded calls, and a name and an image for every NFT', async () => {
    const decoded = await walkByHttp(server.url, evmApi.walletTransactionsVerbose, { chain, address: ledger.user })
    expect(decoded.some(({ decoded_call }) => decoded_call)).toBe(true)
    const nfts = await walkByHttp(server.url, evmApi.walletNfts, {
      ...{ chain, address: ledger.collector, normalizeMetadata: true, limit: 100 },
    })
    for (const { normalized_metadata } of nfts)
      expect(normalized_metadata).toMatchObject({ name: expect.any(String), image: expect.any(String) })
  })

  test('a function of a contract runs with the arguments of the SDK, and a wrong one is named', async () => {
    const balanceOf = {
      type: 'function',
      name: 'balanceOf',
      inputs: [{ name: 'account', type: 'address' }],
      outputs: [{ name: '', type: 'uint256' }],
    }
    const run = async (account: unknown) =>
      sdk.call('utils.runContractFunction', {
        ...{ chain, address: ledger.coin, function_name: 'balanceOf', abi: [balanceOf], params: { account } },
      })
    const answer = await run(ledger.collector)
    const data = `0x70a08231${'0'.repeat(24)}${ledger.collector.slice(2)}`
    const told = await askLedger<string>('eth_call', { to: ledger.coin, data }, 'latest')
    expect(answer && rawOf(answer)).toBe(BigInt(told).toString())
    await expect(run('nobody')).rejects.toThrow(/400.*params is wrong: argument 1 \(account\) .* must be an address/)
  })

  test('several NFTs, one refreshed and a contract put in sync, as the SDK asks for them', async () => {
    const tokens = [
      { tokenAddress: ledger.collection, tokenId: '1' },
      { tokenAddress: ledger.collection, tokenId: '987654321' },
    ]
    const several = await sdk.call('nft.getMultipleNFTs', { chain, tokens, normalizeMetadata: true })
    expect(several && rawOf(several)).toMatchObject([{ token_id: '1', normalized_metadata: {} }, null])
    expect(several?.result).toMatchObject([{}, null])
    const one = { chain, address: ledger.collection, token_id: '1' }
    const resync = await sdk.call('nft.reSyncMetadata', { ...one, flag: 'uri', mode: 'async' })
    expect(resync && rawOf(resync)).toEqual({ status: expect.stringMatching(/QUEUED|RECENT/) })
    const sync = await sdk.call('nft.syncNFTContract', { chain, address: ledger.collection })
    expect(sync?.result).toEqual({ success: true })
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
