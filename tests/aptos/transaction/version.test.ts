import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { missingBlock } from '#lib/aptos/chain/rpc/ledger-reader.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { aptosTransactionApi } from '#lib/aptos/transaction/contract.ts'
import { createAptosTransactionService } from '#lib/aptos/transaction/transaction-service.ts'
import { type Bend, demoNode } from '#tests/aptos/account/demo-node.ts'

const versionOf = async (version: string, bend?: Bend) => {
  const service = createAptosTransactionService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
  const found = await service.aptosVersion(parseInput(aptosTransactionApi.aptosVersion, { version }))
  expect(readOutput(aptosTransactionApi.aptosVersion, found)).toEqual(found)
  return found
}

describe('a transaction by its version', () => {
  test('has the header of its block', async () => {
    const { transaction, block, block_error } = await versionOf('696')
    expect(transaction).toMatchObject({ version: '696', type: 'user_transaction' })
    expect(Number(block?.first_version)).toBeLessThanOrEqual(696)
    expect(Number(block?.last_version)).toBeGreaterThanOrEqual(696)
    expect(block_error).toBeNull()
  })

  test.each([
    [410, 'version_pruned'],
    [404, 'version_not_found'],
    [500, 'internal_error'],
  ])('is returned without its block where the node answers %i for that', async (status, error_code) => {
    const withoutBlocks: Bend = (path) =>
      path.startsWith('/blocks/')
        ? Response.json({ message: 'no', error_code, vm_error_code: null }, { status })
        : undefined
    const whole = await versionOf('696')
    const { transaction, block, block_error } = await versionOf('696', withoutBlocks)
    expect(transaction).toEqual(whole.transaction)
    expect(block).toBeNull()
    expect(block_error).toMatch(status === 500 ? /Aptos node/ : /lacks the block of version 696, although it reports/)
  })
})

test('what a node lacks never contradicts the range that it reports', () => {
  const ledger = {
    ...{ chainId: 1, epoch: 1, timestamp: 0 },
    ...{ newestVersion: 90, oldestVersion: 18, newestHeight: 9, oldestHeight: 2 },
  }
  const said = (number: number, missing: 'unknown' | 'pruned', by: 'height' | 'version' = 'version') => {
    const { code, message } = missingBlock({ by, number }, missing, ledger)
    return [code, message]
  }
  expect(said(17, 'pruned')).toEqual(['not_available', expect.stringMatching(/no longer keeps version 17: .* is 18\./)])
  expect(said(91, 'unknown')).toEqual(['not_found', 'Aptos has no version 91 yet: the newest is 90.'])
  for (const missing of ['unknown', 'pruned'] as const) {
    expect(said(50, missing)).toEqual(['not_available', expect.stringMatching(/lacks version 50, .* has 18 to 90\./)])
    expect(said(5, missing, 'height')).toEqual(['not_available', expect.stringMatching(/lacks block 5, .* 2 to 9\./)])
  }
})
