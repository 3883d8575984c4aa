import { answers, postAnswers, RecordedRefusal } from './answers.ts'
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
    return Response.json(await answer(ledger, request), { headers })
  } catch (error) {
    if (!(error instanceof RecordedRefusal)) throw error
    const body = { message: error.message, error_code: error.code, vm_error_code: null }
    return Response.json(body, { status: error.status, headers })
  }
}

async function answer(ledger: RecordedLedger, request: Request): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url)
  const base = `${pathname}/`.indexOf('/v1/')
  const path = base < 0 ? 'not below /v1' : pathname.slice(base + '/v1'.length)
  const post = request.method === 'POST' ? found(postAnswers, path) : undefined
  if (post) return post.give(ledger, post.match[1] ?? '', searchParams, await jsonOf(request))
  if (request.method !== 'GET') throw new RecordedRefusal(405, 'web_framework_error', 'method not allowed')
  const get = found(answers, path)
  if (get) return get.give(ledger, get.match[1] ?? '', searchParams, decodeURIComponent(get.match[2] ?? ''))
  throw new RecordedRefusal(404, 'web_framework_error', 'not found')
}

/** The first answer whose pattern fits, with what it matched. */
const found = <Give>(all: readonly (readonly [RegExp, Give])[], path = '') => {
  for (const [pattern, give] of all) {
    const match = pattern.exec(path)
    if (match) return { give, match }
  }
  return undefined
}

const jsonOf = (request: Request): Promise<unknown> => request.json().catch(() => undefined)

const ledgerHeaders = (info: LedgerInfo): Record<string, string> => ({
  'x-aptos-chain-id': String(info.chain_id),
  'x-aptos-ledger-version': info.ledger_version,
  'x-aptos-ledger-oldest-version': info.oldest_ledger_version,
  'x-aptos-ledger-timestampusec': info.ledger_timestamp,
  'x-aptos-epoch': info.epoch,
  'x-aptos-block-height': info.block_height,
  'x-aptos-oldest-block-height': info.oldest_block_height,
})
