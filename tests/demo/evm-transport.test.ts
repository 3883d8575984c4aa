import {
  type Abi,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoAbis, demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import type { RpcAnswer } from '#lib/evm/chain/rpc/transport/classify.ts'

const transport = demoEvmTransport()
const chain = await recordedChain()
const busyBlock = chain.recording.blocks.findIndex((block) => block.transactions.length > 10)

async function ask(method: string, ...params: unknown[]) {
  const [answer] = await transport.send([{ method, params }])
  return answer
}

async function result(method: string, ...params: unknown[]): Promise<unknown> {
  const answer = await ask(method, ...params)
  if (!answer || 'error' in answer) throw new Error(JSON.stringify(answer))
  return answer.result
}

test('acts as a node at its final head', async () => {
  const head = numberToHex(chain.head)
  expect(await result('eth_chainId')).toBe('0x535059')
  expect(await result('net_version')).toBe('5460057')
  expect(await result('eth_blockNumber')).toBe(head)
  for (const tag of ['latest', 'safe', 'finalized', head]) {
    expect(await result('eth_getBlockByNumber', tag, false)).toMatchObject({ number: head })
  }
  expect(await result('eth_getBlockByNumber', 'earliest', false)).toMatchObject({ number: '0x0', transactions: [] })
})

test('returns null for unknown items and an error for unknown methods, and throws when the call is aborted', async () => {
  expect(await result('eth_getBlockByNumber', '0xffffff', true)).toBeNull()
  expect(await result('eth_getBlockByHash', `0x${'1'.repeat(64)}`, true)).toBeNull()
  expect(await result('eth_getBlockReceipts', '0xffffff')).toBeNull()
  expect(await result('eth_getTransactionByHash', `0x${'1'.repeat(64)}`)).toBeNull()
  expect(await result('eth_getTransactionReceipt', `0x${'1'.repeat(64)}`)).toBeNull()
  const message = 'the method trace_block does not exist/is not available'
  expect(await ask('trace_block', '0x1')).toEqual({ error: { code: -32601, message } })
  await expect(transport.send([], AbortSignal.abort())).rejects.toThrow()
})

test("returns the same transaction by block, hash and receipt, with fields in the node's original order", async () => {
  const block = chain.recording.blocks[busyBlock]
  const transaction = block?.transactions[3]
  expect(await result('eth_getTransactionByHash', transaction?.hash)).toBe(transaction)
  expect(await result('eth_getTransactionReceipt', transaction?.hash)).toMatchObject({ blockHash: block?.hash })
  const bare = await result('eth_getBlockByHash', block?.hash, false)
  expect(bare).toMatchObject({ transactions: block?.transactions.map(({ hash }) => hash) })
  expect(Object.keys(block ?? {}).slice(0, 5)).toEqual(['hash', 'parentHash', 'sha3Uncles', 'miner', 'stateRoot'])
  expect(Object.keys(transaction ?? {}).slice(0, 3)).toEqual(['type', 'chainId', 'nonce'])
})

test('returns logs by range, address, topic and block hash', async () => {
  const all = chain.recording.receipts.flat().flatMap((receipt) => receipt.logs)
  const contracts = await demoAbis()
  const address = contracts.find(({ name }) => name === 'HarborCoin')?.address
  expect(await result('eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' })).toEqual(all)
  const topic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const approvals = await result('eth_getLogs', { fromBlock: '0x0', address, topics: [topic, null] })
  expect(approvals).toEqual(all.filter((log) => log.address === address && log.topics[0] === topic))
  const { hash } = chain.recording.blocks[busyBlock] ?? {}
  const ofBlock = await result('eth_getLogs', { blockHash: hash, topics: [] })
  expect(ofBlock).toEqual(all.filter((log) => log.blockHash === hash))
  expect(await ask('eth_getLogs', { blockHash: `0x${'1'.repeat(64)}` })).toMatchObject({ error: { code: -32000 } })
})

const reads = parseAbi([
  'function name() view returns (string)',
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
  'function supportsInterface(bytes4) view returns (bool)',
])

/** The reason of a revert, as a contract gives it. */
const reasonOf = (answer: RpcAnswer | undefined): unknown => {
  const data = answer && 'error' in answer ? answer.error.data : undefined
  const reverted = z.templateLiteral(['0x', z.string()]).safeParse(data).data
  return reverted && reverted !== '0x' ? decodeErrorResult({ data: reverted }).args?.[0] : undefined
}

test('answers every function without parameters of every contract', async () => {
  const calls = (await demoAbis()).flatMap(({ address, abi }) =>
    abi
      .filter((item) => item.type === 'function')
      .filter(({ inputs, stateMutability }) => inputs.length === 0 && /^(view|pure)$/.test(stateMutability))
      .map((item) => ({ to: address, data: toFunctionSelector(item) })),
  )
  expect(calls.length).toBeGreaterThan(80)
  for (const call of calls) {
    const reason = reasonOf(await ask('eth_call', call, 'latest'))
    expect(reason, JSON.stringify(call)).not.toBe('The demo ledger has no recorded answer to this call.')
  }
})

test('serves calls at the head: names, interfaces, metadata and the proxy slot; everything else reverts', async () => {
  const contracts = await demoAbis()
  const at = (name: string) => contracts.find((contract) => contract.name === name)?.address
  const lanterns = at('PaperLanterns')
  type Read = 'name' | 'tokenURI' | 'uri' | 'supportsInterface'
  const read = async (to: unknown, functionName: Read, args: readonly unknown[] = []) => {
    const call = { abi: reads as Abi, functionName, args }
    const data = z.custom<Hex>().parse(await result('eth_call', { to, data: encodeFunctionData(call) }, 'latest'))
    return decodeFunctionResult({ abi: reads as Abi, functionName, data })
  }
  expect(await read(lanterns, 'name')).toBe('Paper Lanterns')
  const supports = (id: Hex) => read(lanterns, 'supportsInterface', [id])
  expect(await supports('0x80ac58cd')).toBe(true)
  expect(await supports('0xffffffff')).toBe(false)
  expect(await read(at('MarketStamps'), 'uri', [3n])).toMatch(/^ipfs:.*\{id\}\.json$/)
  const uri = String(await read(lanterns, 'tokenURI', [1n]))
  const document = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString('utf8'))
  expect(document).toMatchObject({
    name: 'Paper Lantern #1',
    image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
  })
  const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
  const implementation = String(await result('eth_getStorageAt', at('VaultProxy'), slot, 'latest'))
  expect(implementation.slice(26)).toBe(at('HarborVaultTwo')?.slice(2))
  const unknown = await ask('eth_call', { to: lanterns, data: '0x12345678' }, 'latest')
  expect(unknown).toMatchObject({ error: { code: 3 } })
  expect(reasonOf(unknown)).toBe('The demo ledger has no recorded answer to this call.')
  expect(await ask('eth_call', { to: lanterns, data: '0x12345678' }, '0x5')).toMatchObject({ error: { code: -32000 } })
})

test('traces one transaction or a whole block', async () => {
  const block = chain.recording.blocks[busyBlock]
  const options = { tracer: 'callTracer' }
  const traces = await result('debug_traceBlockByNumber', block?.number, options)
  expect(traces).toHaveLength(block?.transactions.length ?? -1)
  const [first] = block?.transactions ?? []
  expect(traces).toHaveProperty('0.txHash', first?.hash)
  expect(traces).toHaveProperty('0.result', await result('debug_traceTransaction', first?.hash, options))
})

test('tells what a transaction changed, with the code of the accounts', async () => {
  const created = chain.recording.receipts.flat().find(({ contractAddress }) => contractAddress !== null)
  const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  const changes = await result('debug_traceTransaction', created?.transactionHash, options)
  const code = await result('eth_getCode', created?.contractAddress, 'latest')
  expect(changes).toHaveProperty(['post', created?.contractAddress ?? '', 'code'], code)
  expect(await ask('debug_traceTransaction', created?.transactionHash, { tracer: '4byteTracer' })).toMatchObject({
    error: { code: -32602 },
  })
})
