import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test('a prefetch renders nothing: its route tree has no data, and a shell is not returned', async () => {
  const ask = async (headers: Record<string, string>) => {
    const path = `/demo/address/${demoLedger.busiestWallet}/transactions?_rsc=x`
    const response = await fetch(demo.url + path, { headers: { rsc: '1', ...headers } })
    return { status: response.status, text: await response.text() }
  }
  const shell = { 'next-router-prefetch': '1' }
  expect(await ask(shell)).toEqual({ status: 204, text: '' })
  const structure = await ask({ ...shell, 'next-router-segment-prefetch': '/_tree' })
  expect(structure.status).toBe(200)
  expect(structure.text.length).toBeLessThan(2_000)
  expect((await ask({})).text).toContain('Transactions')
})
