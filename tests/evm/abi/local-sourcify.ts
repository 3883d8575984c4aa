import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server does with a question about one contract. */
type SourcifyAnswer =
  | { abi: unknown; implementations?: readonly string[]; fields?: Readonly<Record<string, unknown>> }
  | { status: number; headers?: Record<string, string>; body?: string }
  | { body: string | Uint8Array }
  /** It answers when the test says so. */
  | { held: Promise<void>; answer: SourcifyAnswer }

export type LocalSourcify = {
  url: string
  /** By lower-case address; for others, the contract is not verified. */
  answers: Map<string, SourcifyAnswer>
  /** `chain/address` of every question. */
  questions: string[]
  /** The most questions that waited at one time. */
  atOnceMax(): number
  stop(): Promise<void>
}

/** A server on loopback that answers as Sourcify's API v2 does, well or badly. */
export const startLocalSourcify = async (): Promise<LocalSourcify> => {
  const answers: LocalSourcify['answers'] = new Map()
  const questions: string[] = []
  let atOnce = 0
  let atOnceMax = 0
  const server = createServer((request, response) => {
    const [, chain = '', address = ''] =
      /^\/v2\/contract\/(\d+)\/(0x[0-9a-f]{40})\?fields=abi,(?:proxyResolution|sources,[\w.,]+)$/.exec(
        request.url ?? '',
      ) ?? []
    questions.push(`${chain}/${address}${request.url?.includes('sources') ? '/sources' : ''}`)
    atOnceMax = Math.max(atOnceMax, ++atOnce)
    response.once('close', () => atOnce--)
    const answer = answers.get(address) ?? {
      status: 404,
      body: JSON.stringify({ match: null, chainId: chain, address }),
    }
    respond(response, answer, { chainId: chain, address }).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    questions,
    atOnceMax: () => atOnceMax,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const respond = async (response: ServerResponse, answer: SourcifyAnswer, about: object): Promise<void> => {
  if ('held' in answer) {
    await answer.held
    return respond(response, answer.answer, about)
  }
  if ('abi' in answer) {
    const implementations = answer.implementations?.map((address) => ({ address, name: 'Implementation' })) ?? []
    const proxyResolution = { isProxy: implementations.length > 0, proxyType: 'EIP1967Proxy', implementations }
    const body = {
      match: 'exact_match',
      creationMatch: 'match',
      ...about,
      abi: answer.abi,
      proxyResolution,
      ...answer.fields,
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  if ('status' in answer) response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  else response.writeHead(200, { 'content-type': 'application/json' }).end(answer.body)
}
