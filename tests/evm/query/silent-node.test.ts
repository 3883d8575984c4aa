import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '#lib/api/client/client.ts'
import type { Api } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { type InspectedContracts, startInspectedContracts } from '#tests/evm/contract/inspected-contracts.ts'
import { type FaultyRpc, startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { indexAnvil } from './anvil-index.ts'
import { evmStores } from './evm-stores.ts'

/** Every endpoint of a contract's chain, over a node that accepts questions and never answers. */
let contracts: InspectedContracts
let node: FaultyRpc
/** What the node knows of the chain by now: a proxy, and the newest transaction. */
let known: { address: Hex; transaction: Hex }

const createStore = evmStores('sqlite')
const answerMs = 150
/** Some questions build on each other, and verified ABIs are waited for. */
const withinMs = 9_500

beforeAll(async () => {
  contracts = await startInspectedContracts()
  const { deploy, call, deployer, anvil } = contracts
  const coin = await deploy('AbleCoin')
  const address = await deploy('Proxy', [coin, deployer])
  const { hash } = await call('AbleCoin', coin, 'mint', [deployer, 5n])
  node = await startFaultyRpc(anvil.transport())
  known = { address, transaction: hash }
})
afterAll(async () => {
  await node?.stop()
  await contracts?.anvil.stop()
})

const servicesOver = async () => {
  const store = await createStore()
  const pool = createPool([httpTransport(node.url, { timeoutMs: 60_000 })], { answerMs })
  const access = createNodeAccess([{ chain: 'eth', pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }])
  const abis = createEvmAbis({ store, poolOf: () => pool, log: { warn: () => {} } })
  return await indexAnvil(store, contracts.anvil, { node: access, abis })
}

/** The example of an endpoint, about what is on this chain. */
const inputOf = ({ input, example }: Api[string]): Record<string, unknown> => {
  const own: Record<string, string> = {
    chain: 'eth',
    address: known.address,
    token_address: known.address,
    transaction_hash: known.transaction,
    block_number_or_hash: '9',
    calls: '[["0x18160ddd()"]]',
    to: known.address,
    q: '999',
  }
  const fitting = Object.entries(own).filter(([name]) => name in input.shape)
  return { ...example.input, ...Object.fromEntries(fitting) }
}

const outcomes = async (api: Api, service: object) =>
  await Promise.all(
    Object.entries(api).map(async ([name, endpoint]) => {
      const startedAt = performance.now()
      const outcome = await Promise.resolve()
        .then(() => callsOf(service)[name]?.(parseInput(endpoint, inputOf(endpoint))))
        .then(
          () => 'answered',
          (error: unknown) => (isServiceError(error) ? error.code : `${name}: ${error}`),
        )
      return { name, outcome, tookMs: performance.now() - startedAt }
    }),
  )

test.each([
  ['anything', undefined],
  ['calls', ['eth_call', 'debug_traceCall', 'debug_traceTransaction', 'trace_transaction', 'eth_simulateV1']],
  ['states', ['eth_getCode', 'eth_getBalance', 'eth_getStorageAt', 'eth_getProof']],
])('a node that never answers %s ends no request with a fault of ours, and none late', async (_, methods) => {
  const { evm, explorer } = await servicesOver()
  node.always = [{ kind: 'silent', methods }]
  const found = [...(await outcomes(evmApi, evm)), ...(await outcomes(evmExplorerApi, explorer))]
  const codes = Map.groupBy(found, ({ outcome }) => outcome)
  expect([...codes.keys()].filter((code) => code.includes(':') || code === 'internal')).toEqual([])
  expect(found.filter(({ tookMs }) => tookMs > withinMs)).toEqual([])
  expect(codes.get('upstream_timeout')?.map(({ name }) => name)).toContain('evmContractCalls')
})
