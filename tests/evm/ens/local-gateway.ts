import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem'

export type LocalGateway = {
  host: string
  /** Of GET requests; without `{data}` the data is posted. */
  url: string
  postUrl: string
  /** Addresses by node. */
  known: Map<string, Address>
  /** The method of each request. */
  requests: string[]
  /** How often a caller is sent back before it gets its answer. */
  hops: number
  /** An answer instead of the known addresses. */
  answer: { status?: number; body?: string; held?: Promise<void> } | undefined
  stop(): Promise<void>
}

const bytes32 = [{ type: 'bytes32' }] as const
const response = [{ type: 'bool' }, { type: 'address' }] as const
const nowhere: Address = '0x0000000000000000000000000000000000000000'

/** A CCIP-Read gateway (EIP-3668) on loopback that answers well or badly. */
export const startLocalGateway = async (): Promise<LocalGateway> => {
  const server = createServer(async (request, reply) => {
    gateway.requests.push(request.method ?? '')
    await gateway.answer?.held
    const posted = request.method === 'POST' ? JSON.parse(await text(request)).data : undefined
    const data: Hex = posted ?? new URL(request.url ?? '', 'http://local').searchParams.get('data')
    const [node] = decodeAbiParameters(bytes32, data)
    gateway.hops -= 1
    const body = { data: encodeAbiParameters(response, [gateway.hops < 0, gateway.known.get(node) ?? nowhere]) }
    reply.writeHead(gateway.answer?.status ?? 200, { 'content-type': 'application/json' })
    reply.end(gateway.answer?.body ?? JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway: LocalGateway = {
    host,
    url: `http://${host}/?sender={sender}&data={data}`,
    postUrl: `http://${host}/`,
    known: new Map(),
    requests: [],
    hops: 0,
    answer: undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return gateway
}
