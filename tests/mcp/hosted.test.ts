import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { hostedHash, startHostedChains } from '#tests/support/hosted-chains.ts'
import { type AnyClient, type Called, connect, textOf } from './clients.ts'

/* Tools over chains that the hosted service answers for, and nothing else. */

const wallet = `0x${'ab'.repeat(20)}`
const seconds = [1_700_000_300, 1_700_000_200, 1_700_000_100]

let anvil: Anvil
let hosted: Awaited<ReturnType<typeof startHostedChains>>
let server: RunningApiServer
let client: AnyClient
beforeAll(async () => {
  anvil = await startAnvil()
  hosted = await startHostedChains({ eth: { seconds, conduct: 'answers' }, polygon: { seconds: [], conduct: 'fails' } })
  const upstream = { EVM_BASE_URL: hosted.baseUrl, UPSTREAM_API_KEY: 'an-upstream-key' }
  server = await startApiServer({ NODE_URL_LOCAL: anvil.url, ...upstream })
  client = await connect('2026-07-28', server.url, { authorization: `Bearer ${apiKey}` })
}, 200_000)
afterAll(async () => {
  await client?.close()
  await server?.stop()
  await hosted?.close()
  await anvil?.stop()
})

const call = async (name: string, given: Record<string, unknown>) => {
  const called = (await client.callTool({ name, arguments: given })) as Called
  return { isError: called.isError === true, text: textOf(called), fields: called.structuredContent ?? {} }
}

test('chains of the hosted service are listed, and say that their ranges are not known', async () => {
  const { fields } = await call('index_status', { chain: 'eth' })
  expect(fields.chains).toMatchObject([{ chain: 'eth', source: 'hosted', indexed: null, coverage: { complete: null } }])
})

test('transactions of a wallet are answered page by page', async () => {
  const first = await call('list_transactions', { chain: 'eth', address: wallet, limit: 2 })
  expect(first).toMatchObject({ isError: false, fields: { chain: 'eth', coverage: { complete: null } } })
  const [, cursor] = /cursor=(\S+)/.exec(String(first.fields.next)) ?? []
  const second = await call('list_transactions', { chain: 'eth', address: wallet, limit: 2, cursor })
  const rows = [first, second].flatMap(({ fields }) => fields.transactions as { hash: string; block: string }[])
  expect(rows.map(({ hash, block }) => [hash, block])).toEqual(
    seconds.map((second, place) => [hostedHash('eth', place), String(second)]),
  )
  expect(second.fields.next).not.toContain('cursor=')
})

test('what the hosted service cannot answer is refused in words', async () => {
  const address = wallet
  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['list_transactions', { chain: 'eth', address, direction: 'in' }, /hosted service does not filter/],
    ['list_token_transfers', { chain: 'eth', address }, /not indexed here.*Call index_status/],
    ['get_logs', { chain: 'eth', address }, /not indexed here.*Call index_status/],
    ['get_transaction', { chain: 'eth', hash: hostedHash('eth', 0), detail: 'calls' }, /not indexed here/],
    ['get_block', { chain: 'eth' }, /No newest block is known of this chain: name one\./],
    ['list_approvals', { chain: 'eth', address }, /not indexed here/],
    ['read_contract', { chain: 'eth', address, function: 'decimals()' }, /not indexed here/],
    ['list_transactions', { chain: 'polygon', address }, /This chain is not served any more/],
  ]
  for (const [name, given, text] of refused)
    expect([name, await call(name, given)]).toEqual([
      name,
      { isError: true, text: expect.stringMatching(text), fields: {} },
    ])
})
