import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { RpcAnswer, RpcCall, RpcError, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'

/** A fault of one HTTP exchange; with `longerThan`, only of batches of more calls. */
export type Fault =
  | { kind: 'error'; error: RpcError; methods?: readonly string[]; longerThan?: number }
  /** Refuses the calls of a method for which `when` holds. */
  | { kind: 'refuse'; method: string; error: RpcError; when: (call: RpcCall) => boolean; longerThan?: number }
  /** Replaces a result by the one that `change` returns. */
  | { kind: 'tamper'; method: string; change: (result: unknown, call: RpcCall) => unknown; longerThan?: number }
  | { kind: 'http'; status: number; body?: string; headers?: Record<string, string>; longerThan?: number }
  /** Returns one error object for the whole batch, whatever its length; single calls succeed. */
  | { kind: 'batch_refused'; longerThan?: number; error?: RpcError; status?: number }
  | {
      kind: 'truncated' | 'reset' | 'wrong_ids' | 'repeated_ids' | 'missing_answer' | 'shuffled' | 'gzip' | 'not_json'
      longerThan?: number
    }
  /** Never answers; with `methods`, only requests that call one of them. */
  | { kind: 'silent'; methods?: readonly string[]; longerThan?: number }
  | { kind: 'slow'; ms: number; longerThan?: number }
  /** Sends a byte of the response from time to time, without an end. */
  | { kind: 'drip'; everyMs: number; longerThan?: number }

export type FaultyRpc = {
  url: string
  /** Faults of every request. */
  always: Fault[]
  /** Faults of the next requests, one each; later ones succeed. */
  next: (Fault | undefined)[]
  /** Methods of every HTTP request so far. */
  requests: string[][]
  stop(): Promise<void>
}

type Request = RpcCall & { id: unknown }

/** A real HTTP JSON-RPC node on loopback that forwards another node's responses, with faults. */
export async function startFaultyRpc(inner: RpcTransport): Promise<FaultyRpc> {
  const state: Pick<FaultyRpc, 'always' | 'next' | 'requests'> = { always: [], next: [], requests: [] }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(await textOf(request))
    const isBatch = Array.isArray(body)
    const requests: Request[] = isBatch ? body : [body]
    state.requests.push(requests.map(({ method }) => method))
    const faults = [...state.always, state.next.shift()].filter(
      (fault) => fault !== undefined && requests.length > (fault.longerThan ?? 0),
    ) as Fault[]
    if (breaksOff(faults, response, requests)) return
    const refusal = refusalOf(faults, requests.length)
    if (refusal)
      return send(response, refusal.status, JSON.stringify({ jsonrpc: '2.0', id: null, error: refusal.error }))
    const http = faults.find((fault) => fault.kind === 'http')
    if (http) return send(response, http.status, http.body ?? '<html>down</html>', http.headers)
    for (const fault of faults) if (fault.kind === 'slow') await new Promise((done) => setTimeout(done, fault.ms))

    const answers = await inner.send(requests.map(({ method, params }) => ({ method, params: params ?? [] })))
    const told = answers.map((answer, index) => ({
      jsonrpc: '2.0',
      id: requests[index]?.id,
      ...tampered(answer, requests[index], faults),
    }))
    const text = JSON.stringify(isBatch ? reordered(told, faults) : reordered(told, faults)[0])
    if (faults.some(({ kind }) => kind === 'truncated')) return truncate(response, text)
    for (const fault of faults) if (fault.kind === 'drip') return drip(response, text, fault.everyMs)
    if (faults.some(({ kind }) => kind === 'not_json')) return send(response, 200, `<html>${text}`)
    if (faults.some(({ kind }) => kind === 'gzip'))
      return send(response, 200, gzipSync(text), { 'content-encoding': 'gzip' })
    send(response, 200, text)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

function breaksOff(faults: readonly Fault[], response: ServerResponse, requests: readonly RpcCall[]): boolean {
  if (faults.some(({ kind }) => kind === 'reset')) response.destroy()
  return faults.some(
    (fault) =>
      fault.kind === 'reset' ||
      (fault.kind === 'silent' && requests.some(({ method }) => fault.methods?.includes(method) ?? true)),
  )
}

function refusalOf(faults: readonly Fault[], length: number): { status: number; error: RpcError } | undefined {
  const fault = faults.find(({ kind }) => kind === 'batch_refused')
  if (fault?.kind !== 'batch_refused' || length <= (fault.longerThan ?? 1)) return undefined
  const error = fault.error ?? { code: -32600, message: 'batch requests are not supported' }
  return { status: fault.status ?? 200, error }
}

function tampered(answer: RpcAnswer, call: RpcCall | undefined, faults: readonly Fault[]): RpcAnswer {
  if (!call) return answer
  let result = answer
  for (const fault of faults) {
    if (fault.kind === 'error' && (fault.methods?.includes(call.method) ?? true)) return { error: fault.error }
    if (fault.kind === 'refuse' && fault.method === call.method && fault.when(call)) return { error: fault.error }
    if (fault.kind !== 'tamper' || fault.method !== call.method || !('result' in result)) continue
    // The inner node may share its response: a copy is changed.
    result = { result: fault.change(structuredClone(result.result), call) }
  }
  return result
}

type Told = { id?: unknown }

function reordered<T extends Told>(told: T[], faults: readonly Fault[]): T[] {
  let answers = told
  for (const { kind } of faults) {
    if (kind === 'shuffled') answers = answers.toReversed()
    if (kind === 'missing_answer') answers = answers.slice(1)
    if (kind === 'wrong_ids') answers = answers.map((answer) => ({ ...answer, id: Number(answer.id) + 1_000_000 }))
    if (kind === 'repeated_ids') answers = answers.map((answer) => ({ ...answer, id: told[0]?.id }))
  }
  return answers
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

/** Declares the full length, sends half, and closes the connection. */
function truncate(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy())
}

function drip(response: ServerResponse, text: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let sent = 0
  const timer = setInterval(() => response.write(text.charAt(sent++)), everyMs)
  response.on('close', () => clearInterval(timer))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
