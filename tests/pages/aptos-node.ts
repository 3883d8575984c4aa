import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'

const coin = '0x1::aptos_coin::AptosCoin'
const moduleAbi = {
  address: '0x1',
  name: 'aptos_account',
  friends: [],
  exposed_functions: [
    {
      name: 'transfer',
      visibility: 'public',
      is_entry: true,
      is_view: false,
      generic_type_params: [],
      params: ['&signer', 'address', 'u64'],
      return: [],
    },
  ],
  structs: [],
}

export type SigningNode = {
  url: string
  /** Bodies of simulations so far. */
  simulated: Record<string, unknown>[]
  /** The hash of the only transaction that it accepts: one of the demo ledger, which it did not know before. */
  hash: string
  /** How far it is with the transaction. */
  state: 'unknown' | 'pending' | 'committed'
  stop(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ''
  for await (const part of request) text += String(part)
  return JSON.parse(text)
}

/** The demo ledger over HTTP, with a module that has an ABI, simulations and a mempool. */
export const startSigningNode = async (version: string): Promise<SigningNode> => {
  const path = (rest: string) => `http://node.test/v1${rest}`
  const committed = await (await demoAptosFetch(path(`/transactions/by_version/${version}`))).json()
  const missing = { message: 'Transaction not found', error_code: 'transaction_not_found', vm_error_code: null }
  const { hash, sender, sequence_number, payload, signature } = committed
  const { max_gas_amount, gas_unit_price, expiration_timestamp_secs } = committed
  const pending = {
    type: 'pending_transaction',
    ...{ hash, sender, sequence_number, payload, signature, max_gas_amount, gas_unit_price, expiration_timestamp_secs },
  }
  const node: SigningNode = { url: '', simulated: [], hash, state: 'unknown', stop: async () => {} }

  const ownAnswer = async (request: IncomingMessage, pathname: string): Promise<[number, unknown] | undefined> => {
    if (pathname === '/v1/transactions/simulate') {
      const asked = await bodyOf(request)
      node.simulated.push(asked)
      const [, amount] = (asked.payload as { arguments: string[] }).arguments
      if (amount === '1000000') {
        const vm_status =
          'Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction'
        return [200, [{ ...committed, sender: asked.sender, success: false, vm_status, changes: [], events: [] }]]
      }
      const events = [
        {
          type: '0x1::coin::CoinWithdraw',
          guid: { account_address: '0x0', creation_number: '0' },
          sequence_number: '0',
          data: { coin_type: coin, account: asked.sender, amount },
        },
      ]
      return [200, [{ ...committed, sender: asked.sender, changes: [], events }]]
    }
    if (pathname.endsWith('/module/aptos_account')) return [200, { bytecode: '0x00', abi: moduleAbi }]
    if (pathname !== `/v1/transactions/by_hash/${hash}` || node.state === 'committed') return undefined
    return node.state === 'pending' ? [200, pending] : [404, missing]
  }
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://node.test')
    const demo = await demoAptosFetch(`http://node.test${pathname}${search}`)
    const [status, body] = (await ownAnswer(request, pathname)) ?? [demo.status, await demo.json()]
    response.writeHead(status, Object.fromEntries(demo.headers)).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('the server has no port')
  node.url = `http://127.0.0.1:${place.port}/v1`
  node.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return node
}
