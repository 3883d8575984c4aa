import { expect, test } from 'vitest'
import { fuzzedRequests, malformedRequests, rawAnswer } from '#tests/support/raw-http.ts'
import { sample } from '#tests/support/tier.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const fuzzed = sample(fuzzedRequests(600), 100)
const atOnce = 8
const fuzzMs = 900_000

test.each(malformedRequests)('%s is refused with a reason', async (_, text, statuses) => {
  const { status, body } = await rawAnswer(demo.url, text)
  expect(statuses).toContain(status)
  expect(body.length).toBeGreaterThan(10)
})

test('no fuzzed request fails', { timeout: fuzzMs }, async () => {
  const failed: string[] = []
  for (let at = 0; at < fuzzed.length; at += atOnce)
    await Promise.all(
      fuzzed.slice(at, at + atOnce).map(async (text) => {
        const { status } = await rawAnswer(demo.url, text)
        if (!(status >= 200 && status < 500) && status !== 503) failed.push(`${status} ${text}`)
      }),
    )
  expect(failed).toEqual([])
})

test('a query with four lists of a hundred addresses is accepted', async () => {
  const addresses = Array.from({ length: 100 }, (_, index) => `0x${String(index).padStart(40, '0')}`)
  const list = (name: string) => addresses.map((address) => `${encodeURIComponent(`${name}[]`)}=${address}`).join('&')
  const query = ['contract_addresses', 'exclude_contracts', 'wallet_addresses', 'exclude_wallets'].map(list).join('&')
  const response = await fetch(`${demo.url}/api/v2/erc20/transfers?chain=demo&${query}`)
  expect(query.length).toBeGreaterThan(24_000)
  expect(response.status).toBe(401)
})
