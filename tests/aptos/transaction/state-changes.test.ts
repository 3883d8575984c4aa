import { describe, expect, test } from 'vitest'
import { changedFields } from '#components/aptos/transaction/state-change-item.tsx'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { aptosTransactionApi } from '#lib/aptos/transaction/contract.ts'
import { createAptosTransactionService } from '#lib/aptos/transaction/transaction-service.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { refusal } from '#tests/aptos/account/demo-node.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

type Answer = (url: URL, body: unknown) => Response | undefined

const changesOf = async (raw: Record<string, string | number>, answer: Answer = () => undefined) => {
  const node = createAptosNode({
    baseUrls: ['http://node.test/v1'],
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      return answer(url, body) ?? demoAptosFetch(String(input), init)
    },
    clock: fastClock(),
  })
  const service = createAptosTransactionService(aptosNodeContext({ nodes: { mainnet: node } }))
  const found = await service.aptosStateChanges(parseInput(aptosTransactionApi.aptosStateChanges, raw))
  expect(readOutput(aptosTransactionApi.aptosStateChanges, found)).toEqual(found)
  return found
}

describe('state changes of a transaction', () => {
  test('have the value that the last transaction before it left', async () => {
    const { transactions } = await recordedLedger()
    let compared = 0
    for (const { version, changes } of transactions.filter(({ type }) => type === 'user_transaction').slice(20, 26)) {
      const { result, total, note } = await changesOf({ version, limit: 50 })
      expect({ total, note: note?.includes('tables') ?? true }).toEqual({ total: changes.length, note: true })
      for (const { kind, place, subject, before, before_status, after } of result) {
        if (kind !== 'resource') continue
        const earlier = transactions
          .slice(0, Number(version))
          .flatMap((one) => one.changes)
          .filter((one) => one.type === 'write_resource' && one.address === place)
          .map(({ data }) => JSON.parse(JSON.stringify(data)))
          .findLast(({ type }) => type === subject)
        expect(before_status).toBe(earlier ? 'known' : 'absent')
        expect(before).toEqual(earlier?.data ?? null)
        if (earlier && JSON.stringify(before) !== JSON.stringify(after)) compared++
      }
    }
    expect(compared).toBeGreaterThan(5)
  })

  const written = {
    type: 'write_table_item',
    handle: '0x77',
    data: { key: '5', key_type: 'u64', value: '9', value_type: 'u128' },
  }
  const resource = { type: 'write_resource', address: '0x1', data: { type: '0x1::a::A', data: { n: '2' } } }
  const transaction = { type: 'user_transaction', version: '7', hash: '0x1', changes: [written, resource] }
  const at =
    (answer: Answer): Answer =>
    (url, body) =>
      url.pathname === '/v1/transactions' && url.searchParams.get('start') === '7'
        ? Response.json([transaction])
        : answer(url, body)

  test('include items of tables, read by their key at the version before', async () => {
    const { result } = await changesOf(
      { version: '7' },
      at((url, body) => {
        if (url.pathname !== '/v1/tables/0x77/item') return undefined
        expect(url.searchParams.get('ledger_version')).toBe('6')
        expect(body).toEqual({ key: '5', key_type: 'u64', value_type: 'u128' })
        return Response.json('8')
      }),
    )
    expect(result[0]).toMatchObject({ kind: 'table_item', before: '8', before_status: 'known', after: '9' })
  })

  test('are unknown where the node has pruned the state, which is asked for once', async () => {
    const asked: string[] = []
    const { result, note } = await changesOf(
      { version: '7' },
      at((url) => {
        if (!/\/(resource|tables)\//.test(url.pathname)) return undefined
        asked.push(url.pathname)
        return refusal(410, 'version_pruned')
      }),
    )
    expect(result.map(({ before_status }) => before_status)).toEqual(['unknown', 'unknown'])
    expect(note).toMatch(/no longer keeps the state at version 6/)
    expect(new Set(asked)).toEqual(new Set(['/v1/accounts/0x1/resource/0x1::a::A']))
  })

  test('of genesis have no value before', async () => {
    const { result, note } = await changesOf({ version: '0', limit: 3 })
    expect(result.map(({ before_status }) => before_status)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(note).toMatch(/genesis/)
  })
})

describe('changed fields', () => {
  test('are those whose values differ, by their paths', () => {
    const before = { coin: { value: '5' }, list: ['1', '2'], same: { a: [1] }, gone: true }
    const after = { coin: { value: '7' }, list: ['1', '3', '4'], same: { a: [1] } }
    expect(changedFields(before, after)).toEqual({
      fields: [
        { path: 'coin.value', before: '5', after: '7' },
        { path: 'list.1', before: '2', after: '3' },
        { path: 'list.2', before: undefined, after: '4' },
        { path: 'gone', before: 'true', after: undefined },
      ],
      isWhole: true,
    })
    expect(changedFields('8', '9').fields).toEqual([{ path: '', before: '8', after: '9' }])
  })

  test('of a hostile value are bounded', () => {
    const items = (text: string) => Array.from({ length: 100_000 }, () => text)
    const { fields, isWhole } = changedFields(items('a'), items('b'))
    expect(fields.length).toBeLessThan(2_001)
    expect(isWhole).toBe(false)
  })
})
