import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuthenticationKeyOf } from '#lib/account/aptos-sign-in.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

/** How the node answers when asked for an account. */
type Answer = (address: string) => { status: number; body: string; headers?: Record<string, string> } | 'silence'

export type FullNode = {
  /** As the composition asks a full node: with the real client. */
  authenticationKeyOf: AuthenticationKeyOf
  /** Addresses that were requested. */
  asked: string[]
  /** Gives an account a key on chain; without one the ledger holds no account, and the address is the key. */
  rotate(address: string, authenticationKey: string): void
  /** From now on, until `heal`. */
  failWith(answer: Answer): void
  heal(): void
  close(): Promise<void>
}

const nodeHeaders = {
  'content-type': 'application/json',
  'x-aptos-chain-id': '1',
  'x-aptos-ledger-version': '100',
  'x-aptos-ledger-oldest-version': '0',
  'x-aptos-ledger-timestampusec': '1700000000000000',
  'x-aptos-epoch': '1',
  'x-aptos-block-height': '10',
  'x-aptos-oldest-block-height': '0',
}

/** A full node over HTTP that knows as many accounts as it is told of. */
export const startFullNode = async (): Promise<FullNode> => {
  const keys = new Map<string, string>()
  const asked: string[] = []
  const healthy: Answer = (address) => {
    const key = keys.get(address)
    if (key === undefined)
      return { status: 404, body: JSON.stringify({ message: 'not found', error_code: 'resource_not_found' }) }
    return { status: 200, body: JSON.stringify({ data: { sequence_number: '3', authentication_key: key } }) }
  }
  let answer = healthy
  const server = createServer((request, response) => {
    const address = /\/accounts\/(0x[0-9a-f]{64})\//.exec(request.url ?? '')?.[1] ?? ''
    asked.push(address)
    const said = answer(address)
    if (said !== 'silence') response.writeHead(said.status, { ...nodeHeaders, ...said.headers }).end(said.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const connect = () => createAptosNode({ baseUrls: [baseUrl], clock: fastClock() })
  let node = connect()
  return {
    authenticationKeyOf: async (_, address, signal) => (await node.account(address, signal))?.authenticationKey,
    asked,
    rotate: (address, authenticationKey) => void keys.set(address, authenticationKey),
    failWith: (failing) => {
      answer = failing
    },
    heal: () => {
      answer = healthy
      // A client that has seen failures lets the node rest.
      node = connect()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
