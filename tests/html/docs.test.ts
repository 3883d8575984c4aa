import { expect, test } from 'vitest'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test('the reference lists every endpoint of the OpenAPI document', async () => {
  const document = await (await fetch(`${demo.url}/api/openapi.json`)).json()
  const page = await demo.read('/docs')
  const listed = page
    .$('main a[href^="/docs/"]')
    .toArray()
    .map((link) => page.$(link).attr('href'))
  expect(listed.length).toBeGreaterThanOrEqual(Object.keys(document.paths).length)
  for (const name of ['walletTransactions', 'nftMetadata', 'erc20Burns']) expect(listed).toContain(`/docs/evm/${name}`)
})
