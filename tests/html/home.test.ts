import { expect, test } from 'vitest'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test('the home page says that its data is invented, and how to connect real data', async () => {
  const page = await demo.read('/')
  expect(page.texts('header *')).toContain('Demo')
  expect(page.text(page.section('This is the demo ledger'))).toContain('NODE_URL_ETH=')
})

test('the home page shows the newest blocks and transactions, newest first', async () => {
  const page = await demo.read('/')
  const blocks = page.section('Latest blocks')
  const numbers = page.texts(`${blocks} a[href^="/demo/block/"]`).map((text) => Number(text.replaceAll(',', '')))
  const { chains } = await (await fetch(`${demo.url}/api/health`)).json()
  expect(numbers[0]).toBe(chains[0].indexed)
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  const transactions = page.section('Latest transactions')
  expect(page.texts(`${transactions} a[href^="/demo/tx/"]`)).toHaveLength(numbers.length)
})
