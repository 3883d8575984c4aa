import { type AptosNode, createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { Json } from '#tests/demo-recorder/aptos/write-set.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { untilAborted } from '#tests/support/until-aborted.ts'

type Answer = Response | 'silence'

/** What a node makes of its answer before it goes out; `silence` never comes. */
type Bend = (answer: Response, start: number | undefined) => Answer | Promise<Answer>

export type LedgerNode = {
  transactions: readonly Json[]
  /** `not served`: the node has no route of resources. */
  resources?: ReadonlyMap<string, unknown> | 'not served'
  chainId?: number
  /** How many versions it has come to; all by default. */
  length?: number
  oldest?: number
  pageMax?: number
  bend?: Bend
  requests?: string[]
}

/** `fetch` of full nodes in this process, each by its host name. What they have may change while they are asked. */
const ledgerFetch =
  (nodes: Record<string, LedgerNode>): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input))
    const node = nodes[url.hostname]
    if (!node) throw new TypeError('fetch failed')
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    const asked = url.searchParams.get('start')
    const said = answer(node, url)
    const bent = node.bend ? await node.bend(said, asked === null ? undefined : Number(asked)) : said
    if (bent !== 'silence') return bent
    if (!signal) throw new Error('A request without a time limit is never answered.')
    await untilAborted(signal)
    throw signal.reason
  }

const answer = (node: LedgerNode, url: URL): Response => {
  const path = url.pathname.replace(/^\/v1/, '')
  const asked = url.searchParams.get('start')
  const start = asked === null ? undefined : Number(asked)
  node.requests?.push(path + url.search)
  const { oldest = 0, pageMax = 100 } = node
  const length = node.length ?? node.transactions.length
  const ledger = {
    chain_id: node.chainId ?? 4,
    epoch: '1',
    ledger_version: String(length - 1),
    oldest_ledger_version: String(oldest),
    ledger_timestamp: '1660000000000000',
    block_height: '0',
    oldest_block_height: '0',
  }
  const headers = {
    'x-aptos-chain-id': String(ledger.chain_id),
    'x-aptos-epoch': '1',
    'x-aptos-ledger-version': ledger.ledger_version,
    'x-aptos-ledger-oldest-version': ledger.oldest_ledger_version,
    'x-aptos-ledger-timestampusec': ledger.ledger_timestamp,
    'x-aptos-block-height': '0',
    'x-aptos-oldest-block-height': '0',
  }
  const refusal = (status: number, code: string) =>
    Response.json({ message: code, error_code: code, vm_error_code: null }, { status, headers })
  if (path === '' || path === '/') return Response.json(ledger, { headers })
  const [, account, type] = /^\/accounts\/([^/]+)\/resource\/(.+)$/.exec(path) ?? []
  if (account && type && node.resources !== 'not served') {
    const short = account.replace(/^0x0*(?=.)/, '0x')
    const data = node.resources?.get(`${short} ${decodeURIComponent(type)}`)
    return data === undefined ? refusal(404, 'resource_not_found') : Response.json({ type, data }, { headers })
  }
  const [, version] = /^\/transactions\/by_version\/(\d+)$/.exec(path) ?? []
  if (version) {
    if (Number(version) >= length) return refusal(404, 'transaction_not_found')
    return Number(version) < oldest
      ? refusal(410, 'version_pruned')
      : Response.json(node.transactions[Number(version)], { headers })
  }
  if (path !== '/transactions' || start === undefined) return refusal(404, 'web_framework_error')
  if (start >= length) return refusal(400, 'invalid_input')
  if (start < oldest) return refusal(410, 'version_pruned')
  const limit = Math.min(pageMax, Number(url.searchParams.get('limit')), length - start)
  return Response.json(node.transactions.slice(start, start + limit), { headers })
}

/** The product's client of these nodes, which hardly waits: its time passes this many times as fast. */
export const nodeOf = (nodes: Record<string, LedgerNode>, factor = 40): AptosNode =>
  createAptosNode({
    network: 'mainnet',
    baseUrls: Object.keys(nodes).map((name) => `http://${name}/v1`),
    fetch: ledgerFetch(nodes),
    clock: fastClock(factor),
    silenceMsMax: 100,
  })
