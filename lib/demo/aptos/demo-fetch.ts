import { answers, NodeRefusal } from './answers.ts'
import { type LedgerInfo, type RecordedLedger, recordedLedger } from './recorded-ledger.ts'

/**
 * `fetch` of the demo's Aptos full node: any URL whose path has `/v1`, whatever the host. A block answers with its first
 * 100 transactions at most (a real node with its first 14,000), so that a client of a large block must ask for the
 * rest by /transactions. The archive is read at the first call.
 */
export async function demoAptosFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  request.signal.throwIfAborted()
  const ledger = await recordedLedger()
  const headers = ledgerHeaders(ledger.info)
  try {
    if (request.method !== 'GET') throw new NodeRefusal(405, 'web_framework_error', 'method not allowed')
    return Response.json(answer(ledger, new URL(request.url)), { headers })
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error
    const body = { message: error.message, error_code: error.code, vm_error_code: null }
    return Response.json(body, { status: error.status, headers })
  }
}

function answer(ledger: RecordedLedger, { pathname, searchParams }: URL): unknown {
  const base = `${pathname}/`.indexOf('/v1/')
  for (const [pattern, give] of base < 0 ? [] : answers) {
    const match = pattern.exec(pathname.slice(base + '/v1'.length))
    if (match) return give(ledger, match[1] ?? '', searchParams, decodeURIComponent(match[2] ?? ''))
  }
  throw new NodeRefusal(404, 'web_framework_error', 'not found')
}

const ledgerHeaders = (info: LedgerInfo): Record<string, string> => ({
  'x-aptos-chain-id': String(info.chain_id),
  'x-aptos-ledger-version': info.ledger_version,
  'x-aptos-ledger-oldest-version': info.oldest_ledger_version,
  'x-aptos-ledger-timestampusec': info.ledger_timestamp,
  'x-aptos-epoch': info.epoch,
  'x-aptos-block-height': info.block_height,
  'x-aptos-oldest-block-height': info.oldest_block_height,
})
