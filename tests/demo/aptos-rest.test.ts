import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoWallets } from '#lib/demo/cast.ts'
import { aptosMultisig } from '#tests/pages/demo-ledger.ts'

const base = 'https://anywhere.example/aptos/v1'
const get = async (path: string) => {
  const response = await demoAptosFetch(`${base}${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const page = z.array(z.looseObject({ version: z.string(), hash: z.string() }))

test('returns ledger information, also in the headers of every response', async () => {
  const { body, headers } = await get('')
  expect(body).toMatchObject({
    chain_id: 83,
    node_role: 'full_node',
    oldest_ledger_version: '0',
    oldest_block_height: '0',
  })
  expect(headers.get('x-aptos-chain-id')).toBe('83')
  expect(headers.get('x-aptos-ledger-version')).toBe(body.ledger_version)
  expect(headers.get('x-aptos-block-height')).toBe(body.block_height)
  const missing = await get('/blocks/by_height/999999')
  expect(missing.headers.get('x-aptos-ledger-version')).toBe(body.ledger_version)
})

test('returns the first 100 transactions of a large block; pages give the rest', async () => {
  const { body: bare } = await get('/blocks/by_height/34')
  const { body: full } = await get(`/blocks/by_version/${Number(bare.first_version) + 150}?with_transactions=true`)
  expect(bare.transactions).toBeNull()
  expect(full).toMatchObject({ block_height: '34', block_hash: bare.block_hash })
  expect(full.transactions).toHaveLength(100)
  const { body: rest } = await get(`/transactions?start=${Number(bare.first_version) + 100}&limit=500`)
  expect(page.parse(rest)).toHaveLength(100)
  expect(page.parse(rest)[0]?.version).toBe(String(Number(bare.first_version) + 100))
})

test('defaults to pages of 25, newest first without a start', async () => {
  const newest = page.parse((await get('/transactions')).body)
  const { body: info } = await get('')
  expect(newest).toHaveLength(25)
  expect(newest.at(-1)?.version).toBe(info.ledger_version)
})

test('returns a transaction by version and by hash', async () => {
  const { body } = await get('/transactions/by_version/5')
  expect((await get(`/transactions/by_hash/${body.hash}`)).body).toEqual(body)
})

test('orders fields like a full node', async () => {
  const { body } = await get('/transactions/by_version/5')
  expect(Object.keys(body)).toEqual(
    'version hash state_change_hash event_root_hash state_checkpoint_hash gas_used success vm_status accumulator_root_hash changes sender sequence_number max_gas_amount gas_unit_price expiration_timestamp_secs payload signature events timestamp type'.split(
      ' ',
    ),
  )
})

test('returns accounts and resources at the head', async () => {
  const { aptos } = demoWallets[0]
  expect((await get(`/accounts/${aptos}`)).body).toMatchObject({ authentication_key: aptos })
  const store = await get(`/accounts/${aptos}/resource/0x3::token::TokenStore`)
  expect(store.body).toMatchObject({
    type: '0x3::token::TokenStore',
    data: { tokens: { handle: expect.stringMatching(/^0x/) } },
  })
  expect((await get(`/accounts/${aptos}/resources`)).body.length).toBeGreaterThan(3)
})

test("returns an account's transactions from a sequence number, or its newest without one", async () => {
  const { aptos } = demoWallets[0]
  const count = Number((await get(`/accounts/${aptos}`)).body.sequence_number)
  const sent = z.array(z.looseObject({ sequence_number: z.coerce.number() }))
  const numbers = async (query: string) =>
    sent.parse((await get(`/accounts/${aptos}/transactions${query}`)).body).map((one) => one.sequence_number)
  expect(count).toBeGreaterThan(5)
  expect(await numbers('?start=2&limit=3')).toEqual([2, 3, 4])
  expect((await numbers('?limit=4')).at(-1)).toBe(count - 1)
  expect(await numbers(`?start=${count}`)).toEqual([])
})

test('returns an item of a table by its key, as it was after a version', async () => {
  const type = '0x1::multisig_account::MultisigAccount'
  const { data } = (await get(`/accounts/${aptosMultisig}/resource/${type}`)).body
  const item = async (key: string, query = '') => {
    const body = JSON.stringify({ key_type: 'u64', value_type: '0x1::multisig_account::MultisigTransaction', key })
    const path = `${base}/tables/${data.transactions.handle}/item${query}`
    const response = await demoAptosFetch(path, { method: 'POST', body })
    return { status: response.status, body: await response.json() }
  }
  const { body, status } = await item('2')
  expect(status).toBe(200)
  expect(body.votes.data).toHaveLength(2)
  expect((await item('2', '?ledger_version=823')).body.votes.data).toHaveLength(1)
  expect(await item('2', '?ledger_version=700')).toMatchObject({ status: 404 })
  expect(await item('9')).toMatchObject({ status: 404, body: { error_code: 'table_item_not_found' } })
})

test('takes nothing else by POST', async () => {
  const response = await demoAptosFetch(`${base}/transactions`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(405)
})

test.each([
  ['/accounts/0x77/transactions', 404, 'account_not_found'],
  ['/accounts/0x1/transactions?limit=0', 400, 'invalid_input'],
  ['/blocks/by_height/999999', 404, 'block_not_found'],
  ['/blocks/by_height/high', 400, 'web_framework_error'],
  ['/blocks/by_version/999999', 404, 'version_not_found'],
  ['/transactions/by_version/999999', 404, 'transaction_not_found'],
  ['/transactions/by_hash/0x12', 404, 'transaction_not_found'],
  ['/transactions?start=999999', 400, 'invalid_input'],
  ['/transactions?limit=0', 400, 'invalid_input'],
  ['/accounts/0x77', 404, 'account_not_found'],
  ['/nowhere', 404, 'web_framework_error'],
])('refuses %s as a full node does', async (path, status, code) => {
  const answer = await get(path)
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({ message: expect.any(String), error_code: code, vm_error_code: null })
})

test('throws when the call is aborted', async () => {
  await expect(demoAptosFetch(base, { signal: AbortSignal.abort() })).rejects.toThrow()
})
