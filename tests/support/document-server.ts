import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound, type Outbound } from '#lib/outbound/outbound.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

type DocumentServer = { base: string; paths: string[]; answer: Answer; outbound: Outbound; close(): Promise<void> }

/** A server of documents on this machine, and a client that may ask it, and nothing else that is private. */
export const documentServer = async (answer: Answer): Promise<DocumentServer> => {
  const server: Server = createServer((request, response) => {
    one.paths.push(request.url ?? '')
    one.answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const outbound = createOutbound({ allow: [`127.0.0.1:${port}`, '127.0.0.1'] })
  const one: DocumentServer = {
    base: `http://127.0.0.1:${port}`,
    paths: [],
    answer,
    outbound,
    close: async () => {
      await outbound.close()
      server.closeAllConnections()
      server.close()
    },
  }
  return one
}

/** Answers with a document that is named after the path. */
export const namedDocuments: Answer = ({ url }, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ name: `Token ${url}` }))
}
