import { expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { createAptosService } from '#lib/aptos/block/block-cache.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'

const node = createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: demoAptosFetch })
const service = createAptosService({ nodes: { mainnet: node } })

test('every block of the demo ledger is complete, matches the contract and links to its predecessor', async () => {
  const { newestHeight, oldestHeight } = await node.ledgerInfo()
  const kinds = new Set<string>()
  let next: bigint | undefined
  for (let height = oldestHeight; height <= newestHeight; height++) {
    const block = await service.blockByHeight({ block_height: String(height), with_transactions: true })
    expect(readOutput(aptosApi.blockByHeight, block)).toEqual(block)
    if (next !== undefined) expect(BigInt(block.first_version)).toBe(next)
    next = BigInt(block.last_version) + 1n
    const versions = (block.transactions ?? []).map(({ version }) => BigInt(version ?? -1))
    expect(versions.length).toBe(Number(next - BigInt(block.first_version)))
    for (const { type } of block.transactions ?? []) kinds.add(type)
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['user_transaction', 'block_metadata_transaction']))
})
