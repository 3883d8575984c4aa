/*
 * A wallet of 100,000 transactions in a real browser, scrolled from its first row to its last: how much memory the page takes, how
 * long its frames and its longest task are, and whether Back returns to the row that was left.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/long-list.ts [rows]
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { evmMigrations } from '#lib/evm/migrations.ts'
import type { EvmBlock, EvmTransaction, Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createEvmIndex } from '#lib/evm/writer.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { heapMegabytes, scrollToEnd } from './support/scroll-to-end.ts'

const rows = Number(process.argv[2] ?? 100_000)
const perBlock = 100
const folder = mkdtempSync(join(tmpdir(), 'spyglass-long-list-'))
const databaseUrl = `sqlite:${join(folder, 'list.db')}`
const wallet: Hex = `0x${'5a'.repeat(20)}`

const randomHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`
const contracts = Array.from({ length: 40 }, () => randomHex(20))
const transactionOf = (index: number, block: number): EvmTransaction => ({
  hash: randomHex(32),
  index,
  type: 2,
  nonce: BigInt(block * perBlock + index),
  from: wallet,
  to: contracts[(block + index) % contracts.length] ?? null,
  value: BigInt(index) * 10n ** 15n,
  gas: 90_000n,
  gasPrice: 14_219_353_417n,
  input: index % 2 === 0 ? '0x' : `0xa9059cbb${randomBytes(64).toString('hex')}`,
  status: 1,
  root: null,
  gasUsed: 21_000n,
  cumulativeGasUsed: 21_000n * BigInt(index + 1),
  contractAddress: null,
  logs: [],
})

const fill = async (): Promise<void> => {
  const store = await openStore<EvmTables>(databaseUrl)
  await migrate(store, evmMigrations)
  const index = createEvmIndex(store, 1, { from: 0 })
  let parentHash = randomHex(32)
  const blockOf = (number: number): EvmBlock => {
    const hash = randomHex(32)
    const transactions = Array.from({ length: perBlock }, (_, at) => transactionOf(at, number))
    const common = {
      gasUsed: 13_000_000n,
      gasLimit: 30_000_000n,
      baseFeePerGas: 7n,
      size: 60_000,
      miner: randomHex(20),
    }
    const block = { number, hash, parentHash, timestamp: 1_600_000_000 + 12 * number, transactions, ...common }
    parentHash = hash
    return block
  }
  const last = Math.ceil(rows / perBlock)
  for (let number = 0; number < last; number += 100) {
    const batch = Array.from({ length: Math.min(100, last - number) }, (_, at) => blockOf(number + at))
    await index.append(batch, { latest: last - 1, finalized: last - 1 })
  }
  await store.close()
}

await fill()
const server = await startSpyglass({
  DATABASE_URL: databaseUrl,
  NODE_URL_ETH: 'http://127.0.0.1:9',
  START_BLOCK_ETH: '0',
  RATE_LIMIT_ANONYMOUS: '100000',
})
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${server.url}/eth/address/${wallet}`, { waitUntil: 'networkidle' })
  const heap = () => heapMegabytes(page)
  const heapBefore = await heap()
  const startedAt = performance.now()
  const scrolled = await page.evaluate(scrollToEnd)
  const seconds = (performance.now() - startedAt) / 1_000
  const heapAfter = await heap()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await page.waitForTimeout(500)
  const left = await page.evaluate(() => {
    const links = [...document.querySelectorAll('[role=row] a[href*="/tx/"]')]
    return links.find((link) => link.getBoundingClientRect().top > window.innerHeight / 2)?.getAttribute('href')
  })
  const link = page.locator(`[role=row] a[href="${left}"]`)
  await link.click()
  await page.waitForURL(`**${left}`)
  await page.goBack()
  const isBack = await link.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  console.table([
    {
      rows,
      seconds: Math.round(seconds),
      'heap before MB': heapBefore,
      'heap after MB': heapAfter,
      ...scrolled,
      'back to the row': isBack,
    },
  ])
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
