import { type Anvil, startAnvil } from './anvil.ts'
import { demoKey } from './demo-servers.ts'
import { deployNftCollection } from './nft-collection.ts'
import { type RunningSpyglass, startSpyglass } from './spyglass.ts'

/** A Spyglass over the base addresses of others, which stand for the hosted service. Its key, `demoKey`, is that server's secret. */
export type HostedPair = {
  server: RunningSpyglass
  /** A key of the server's own readers. */
  readerKey: string
  wallet: string
  collector: string
  collection: string
  /** Transactions of the wallet, newest first. */
  hashes: string[]
  stopUpstream(): Promise<void>
  stop(): Promise<void>
}

const transactions = 120
const readyWithinMs = 120_000
const pollMs = 100
const readerKey = 'a-reader-of-hosted-data'

export const startHostedPair = async (demoUrl: string): Promise<HostedPair> => {
  await using started = new AsyncDisposableStack()
  const anvil = started.adopt(await startAnvil(['--chain-id', '1']), (one) => one.stop())
  const [wallet = '', collector = ''] = (await anvil.rpc('eth_accounts')) as string[]
  const collection = await deployNftCollection(anvil, collector)
  const hashes = await sendTransactions(anvil, wallet)
  const upstream = started.adopt(
    await startSpyglass({ NODE_URL_ETH: anvil.url, START_BLOCK_ETH: '0', API_KEYS: `other:${demoKey}` }),
    (one) => one.stop(),
  )
  await untilReady(upstream.url, { wallet, collection })
  const server = started.adopt(
    await startSpyglass({
      EVM_BASE_URL: upstream.url,
      APTOS_BASE_URL: `${demoUrl}/api/aptos`,
      AUTH_BASE_URL: `${upstream.url}/api/auth`,
      UPSTREAM_API_KEY: demoKey,
      API_KEYS: `reader:${readerKey}`,
      LOG_LEVEL: 'debug',
    }),
    (one) => one.stop(),
  )
  const running = started.move()
  return {
    ...{ server, readerKey, wallet, collector, collection, hashes },
    stopUpstream: () => upstream.stop(),
    stop: () => running.disposeAsync(),
  }
}

const sendTransactions = async (anvil: Anvil, wallet: string): Promise<string[]> => {
  const hashes: string[] = []
  for (let sent = 0; sent < transactions; sent++)
    hashes.unshift((await anvil.rpc('eth_sendTransaction', [{ from: wallet, to: wallet, value: '0x1' }])) as string)
  return hashes
}

/** Until the upstream has all transactions, and an image of the collection's first token. */
const untilReady = async (url: string, { wallet, collection }: { wallet: string; collection: string }) => {
  const get = async (path: string) => (await fetch(url + path, { headers: { 'x-api-key': demoKey } })).json()
  const isReady = async (): Promise<boolean> => {
    const { total } = await get(`/api/v2/${wallet}?chain=eth&limit=1&disable_total=false`)
    const { media } = await get(`/api/v2/nft/${collection}/1?chain=eth&media_items=true`)
    return total === transactions && media?.status === 'success'
  }
  const giveUpAt = Date.now() + readyWithinMs
  while (!(await isReady())) {
    if (Date.now() > giveUpAt) throw new Error('The hosted service did not index its chain.')
    await new Promise((done) => setTimeout(done, pollMs))
  }
}
