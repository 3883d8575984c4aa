import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalSignatureService = {
  url: string
  /** By selector or topic. */
  known: Map<string, string[]>
  /** The hashes of every question. */
  questions: string[][]
  /** An answer instead of the known signatures; undefined for those. */
  answer: { status?: number; body?: string; held?: Promise<void> } | undefined
  stop(): Promise<void>
}

/** A server on loopback that answers as OpenChain's signature database does, well or badly. */
export const startLocalSignatureService = async (): Promise<LocalSignatureService> => {
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '', 'http://local').searchParams
    const [functions, events] = ['function', 'event'].map((kind) => asked.get(kind)?.split(',') ?? [])
    local.questions.push([...(functions ?? []), ...(events ?? [])])
    await local.answer?.held
    const found = (hashes: readonly string[] = []) =>
      Object.fromEntries(
        hashes.map((hash) => [hash, local.known.get(hash)?.map((name) => ({ name, filtered: false })) ?? null]),
      )
    const body = JSON.stringify({ ok: true, result: { function: found(functions), event: found(events) } })
    response.writeHead(local.answer?.status ?? 200, { 'content-type': 'application/json' })
    response.end(local.answer?.body ?? body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const local: LocalSignatureService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/lookup`,
    known: new Map(),
    questions: [],
    answer: undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return local
}
