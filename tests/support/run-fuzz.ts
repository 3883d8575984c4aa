import { Agent, request } from 'node:http'
import { createChance } from '#tests/indexing/random.ts'
import { createFuzz, type FuzzedRequest } from './fuzz-requests.ts'

type FuzzFault = { fault: string; method: string; path: string; body: string }
export type FuzzResult = { byStatus: Record<string, number>; faults: FuzzFault[]; slowestMs: number; slowest: string }

export type FuzzOptions = { url: string; apiKey: string; seed: number; count: number; atOnce?: number }

/** No request may take longer, however busy the machine is. */
const answerMsMax = 20_000

/** Sends random requests; faults are statuses of 500 and above, hangs, and refusals that do not say what is wrong. */
export const runFuzz = async ({ url, apiKey, seed, count, atOnce = 16 }: FuzzOptions): Promise<FuzzResult> => {
  const fuzz = createFuzz(createChance(seed), apiKey)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const result: FuzzResult = { byStatus: {}, faults: [], slowestMs: 0, slowest: '' }
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const asked = fuzz.next()
      const started = performance.now()
      const { status, body } = await send(url, asked, agent)
      const tookMs = performance.now() - started
      if (tookMs > result.slowestMs)
        Object.assign(result, { slowestMs: tookMs, slowest: `${asked.method} ${asked.path.slice(0, 200)}` })
      result.byStatus[status] = (result.byStatus[status] ?? 0) + 1
      const fault = faultOf(asked, status, body)
      if (fault)
        result.faults.push({ fault, method: asked.method, path: asked.path.slice(0, 400), body: body.slice(0, 300) })
      else fuzz.learn(jsonOf(body))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  agent.destroy()
  return result
}

const send = (url: string, asked: FuzzedRequest, agent: Agent): Promise<{ status: number | string; body: string }> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const { method, path, body } = asked
    // Node sends the body of an OPTIONS or DELETE without its length, and the server would parse it as the next
    // request.
    const headers = { ...asked.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) }
    const sent = request({ hostname, port, method, path, headers, agent, timeout: answerMsMax }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', () => resolve({ status: 'broken', body: '' }))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
    })
    sent.on('timeout', () => {
      resolve({ status: 'hangs', body: '' })
      sent.destroy()
    })
    sent.on('error', (error) => resolve({ status: 'broken', body: error.message }))
    sent.end(body)
  })

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const faultOf = ({ method, parameters, changed }: FuzzedRequest, status: number | string, body: string) => {
  if (typeof status === 'string') return status
  // The demo ledger has no node and no hosted service, so that what needs them is not_available; to HEAD, without a body.
  if (method === 'HEAD' && status === 503) return undefined
  const error = jsonOf(body) as { code?: string; message?: unknown; details?: unknown } | undefined
  if (status >= 500) return error?.code === 'not_available' ? undefined : `status ${status}`
  // The HTTP parser refuses a request line that is too long, without a body.
  if (status < 400 || status === 431 || method === 'HEAD' || parameters === undefined) return undefined
  const said = `${JSON.stringify(error?.message ?? '')}${JSON.stringify(error?.details ?? '')}`
  if (said === '""""') return `status ${status} without a message`
  const isNamed =
    changed === undefined ||
    !parameters.includes(changed) ||
    [...parameters, 'The path'].some((name) => said.includes(name))
  return error?.code === 'invalid_request' && !isNamed ? `names no parameter (${changed})` : undefined
}
