import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/*
 * A way to PostgreSQL on which the tables of some schemas hang, as behind the coordinator of a Citus cluster whose node with these
 * schemas hangs: connections open, `select 1`, transactions and catalogs work, statements on a table wait until the node goes on.
 */

/** The version of the protocol, in the first message. */
const startOfSession = 196_608
const lengthBytes = 4

/** The table that a statement reads or changes is not one of the catalogs. */
const isOnTable = /\b(?:from|into|update|table|copy)\s+"?(?!pg_|unnest)\w/i

/** Cuts what a client sends into messages: the first has no type (PostgreSQL's documentation, "Message Formats"). */
const createCutter = () => {
  let rest: Buffer = Buffer.alloc(0)
  let typeBytes = 0
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk])
    const messages: Buffer[] = []
    while (rest.length >= typeBytes + lengthBytes) {
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) break
      messages.push(rest.subarray(0, end))
      if (typeBytes === 0 && rest.readInt32BE(lengthBytes) === startOfSession) typeBytes = 1
      rest = rest.subarray(end)
    }
    return messages
  }
}

type Session = { goOn(): void; destroy(): void }

export const startHangingSchemas = async (to: string) => {
  const { hostname, port } = new URL(to)
  const sessions = new Set<Session>()
  let hung: readonly string[] = []

  const startSession = (client: Socket): void => {
    const server = connect(Number(port), hostname)
    const cut = createCutter()
    let schema = ''
    let held: Buffer[] | undefined
    const pass = (message: Buffer): void => {
      const text = message.toString('latin1')
      schema ||= /search_path=(\w+)/.exec(text)?.[1] ?? ''
      if (hung.includes(schema) && /^[QP]/.test(text) && isOnTable.test(text)) held ??= []
      if (held) held.push(message)
      else server.write(message)
    }
    const session: Session = {
      goOn: () => {
        const waiting = held ?? []
        held = undefined
        if (client.destroyed) server.destroy()
        else for (const message of waiting) server.write(message)
      },
      destroy: () => {
        client.destroy()
        server.destroy()
      },
    }
    sessions.add(session)
    client.on('data', (chunk) => cut(chunk).forEach(pass))
    server.on('data', (chunk) => client.write(chunk))
    for (const socket of [client, server]) socket.on('error', () => {})
    server.on('close', session.destroy)
    // The coordinator notices only when the node has answered.
    client.on('close', () => held ?? session.destroy())
  }

  const passage = createServer(startSession)
  await once(passage.listen(0, '127.0.0.1'), 'listening')
  const address = passage.address()
  const own = typeof address === 'object' ? String(address?.port) : ''
  return {
    url: Object.assign(new URL(to), { hostname: '127.0.0.1', port: own }).toString(),
    hang: (...schemas: readonly string[]) => {
      hung = schemas
    },
    /** What waited is done now. */
    goOn: () => {
      hung = []
      for (const { goOn } of sessions) goOn()
    },
    stop: () => {
      for (const { destroy } of sessions) destroy()
      passage.close()
    },
  }
}
