import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll } from 'vitest'
import type { FixtureBlock } from './ledger-fixture.ts'

/** What goes wrong with the next answers, first one first. */
type Fault = { status: number; retryAfter?: string } | 'cut' | 'silence' | 'reset' | 'html' | 'redirect'

type FullNode = {
  baseUrl: string
  /** Path and query of every request so far. */
  requests: string[]
  faults: Fault[]
  /** Changes an answer on its way out. */
  bend: (body: unknown) => unknown
  stop(): Promise<void>
}

type FullNodeOptions = {
  chainId?: number
  /** Blocks below this height are pruned. */
  oldestHeight?: number
  /** How many transactions a block's answer holds at most. */
  blockPage?: number
  /** A page of `/transactions` at most. */
  page?: number
  withHeaders?: boolean
}

/** A full node's REST interface over HTTP, for a ledger in memory. */
export const startFullNode = async (
  blocks: readonly FixtureBlock[],
  options: FullNodeOptions = {},
): Promise<FullNode> => {
  const { chainId = 1, oldestHeight = 0, blockPage = 14_000, page = 100, withHeaders = true } = options
  const newest = blocks.at(-1)
  const oldest = blocks[oldestHeight]
  if (!newest || !oldest) throw new Error('a ledger has blocks')
  const transactions = blocks.flatMap((block) => block.transactions)
  const headers: Record<string, string> = {
    'x-aptos-chain-id': String(chainId),
    'x-aptos-epoch': '3',
    'x-aptos-ledger-version': newest.last_version,
    'x-aptos-ledger-oldest-version': oldest.first_version,
    'x-aptos-ledger-timestampusec': newest.block_timestamp,
    'x-aptos-block-height': newest.block_height,
    'x-aptos-oldest-block-height': oldest.block_height,
  }

  const answer = (url: URL): { status: number; body: unknown } => {
    const [, by, text] = /^\/v1\/blocks\/by_(height|version)\/(\d+)$/.exec(url.pathname) ?? []
    const number = Number(text)
    if (by) {
      const block = blocks.find((one) =>
        by === 'height' ? Number(one.block_height) === number : number <= Number(one.last_version),
      )
      const what = by === 'height' ? 'block' : 'version'
      if (!block) return fault(404, `${what}_not_found`)
      if (Number(block.block_height) < oldestHeight) return fault(410, `${what}_pruned`)
      const all = url.searchParams.get('with_transactions') === 'true'
      return { status: 200, body: { ...block, transactions: all ? block.transactions.slice(0, blockPage) : null } }
    }
    const [, version] = /^\/v1\/transactions\/by_version\/(\d+)$/.exec(url.pathname) ?? []
    if (version) {
      const found = transactions[Number(version)]
      if (!found) return fault(404, 'transaction_not_found')
      return Number(version) < Number(oldest.first_version)
        ? fault(410, 'version_pruned')
        : { status: 200, body: found }
    }
    if (url.pathname === '/v1/transactions') {
      const start = Number(url.searchParams.get('start'))
      const limit = Math.min(page, Number(url.searchParams.get('limit')))
      return { status: 200, body: transactions.slice(start, start + limit) }
    }
    if (url.pathname !== '/v1') return fault(404, 'web_framework_error')
    const ledger = {
      chain_id: chainId,
      epoch: '3',
      ledger_version: newest.last_version,
      oldest_ledger_version: oldest.first_version,
      ledger_timestamp: newest.block_timestamp,
      node_role: 'full_node',
      oldest_block_height: oldest.block_height,
      block_height: newest.block_height,
    }
    return { status: 200, body: ledger }
  }

  const node: FullNode = { baseUrl: '', requests: [], faults: [], bend: (body) => body, stop: async () => {} }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://node.test')
    node.requests.push(url.pathname + url.search)
    const next = node.faults.shift()
    const { status, body } = answer(url)
    const text = JSON.stringify(node.bend(body))
    if (next !== undefined) return goWrong(response, next, text)
    response.writeHead(status, { 'content-type': 'application/json', ...(withHeaders && headers) })
    response.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('the server has no port')
  node.baseUrl = `http://127.0.0.1:${place.port}/v1`
  node.stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  afterAll(node.stop)
  return node
}

const fault = (status: number, code: string) => ({
  status,
  body: { message: code, error_code: code, vm_error_code: null },
})

const goWrong = (response: ServerResponse, fault: Fault, text: string): void => {
  if (fault === 'silence') return
  if (fault === 'reset') {
    response.socket?.destroy()
    return
  }
  if (fault === 'redirect') {
    response.writeHead(302, { location: '/v1' }).end()
    return
  }
  if (fault === 'html') {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>')
    return
  }
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text.slice(0, text.length / 2))
    return
  }
  const retryAfter = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
  response.writeHead(fault.status, { 'content-type': 'text/html', ...retryAfter }).end('busy')
}
