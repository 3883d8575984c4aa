import { expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const pathOf = (hash: string) => `/demo/tx/${hash}`
const nested = pathOf(demoLedger.nestedCalls)
const transfer = pathOf(demoLedger.tokenTransfer)

test('a transaction shows what it did, to the last digit', async () => {
  const page = await demo.read(nested)
  const facts = page.text(page.section('Overview'))
  expect(facts).toContain('Success')
  expect(facts).toContain('0.811 ETH')
  // 130,853 gas at 11.364747745 Gwei.
  expect(facts).toContain('0.001487111336676485 ETH')
})

test('a transaction is summarised in one sentence whose verb links to the log that proves it', async () => {
  const page = await demo.read(nested)
  const summary = page.section('Summary')
  expect(page.text(summary)).toMatch(/^Quiet Collector bought #10 of .+ for 0\.804241 ETH\.$/)
  expect(page.$('meta[name="description"]').attr('content')).toMatch(/bought #10 of .+ for 0\.804241\d* ETH/)
  expect(page.link('bought', summary)).toBe(`${nested}/logs#log-5`)
  expect((await demo.read(`${nested}/logs`)).$('#log-5')).toHaveLength(1)
})

test('an approval names the token, its amount and who may spend it, in its preview too', async () => {
  const page = await demo.read(pathOf(demoLedger.approval))
  const said = 'Harbor Studio allowed Harbor Exchange to spend 100 WSPY.'
  expect(page.text(page.section('Summary'))).toBe(said)
  expect(page.$('meta[name="description"]').attr('content')).toBe(said)
})

test('a failed transaction says so, why if its record contains the reason, and that only the fee was paid', async () => {
  const page = await demo.read(pathOf(demoLedger.failedTransaction))
  expect(page.text(page.section('Summary'))).toContain('it failed, and only the fee was paid')
  expect(page.described('Status')).toContain('Failed')
  expect(page.text(page.section('Overview'))).toContain('Reverted: ERC20InvalidReceiver(receiver: 0x000000…0000)')
})

test('a token transfer shows its logs with all topics', async () => {
  const page = await demo.read((await demo.read(transfer)).link(/^Logs/))
  const logs = page.texts(`${page.section('Logs')} > ol > li`)
  expect(logs).toHaveLength(1)
  // keccak256("Transfer(address,address,uint256)")
  expect(logs[0]).toContain('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
})

test('token movements are listed from the logs, with the net change per address', async () => {
  const page = await demo.read((await demo.read(transfer)).link(/^Transfers/))
  expect(page.url).toBe(`${demo.url}${transfer}/transfers`)
  const changes = page.text(page.section('Net changes'))
  expect(changes).toMatch(/-1\.07\s*HBR/)
  expect(changes).toMatch(/\+1\.07\s*HBR/)
  expect(page.link('Log 0', '[role=table][aria-label="Token transfers"]')).toBe(`${transfer}/logs?log=0#log-0`)
})

test('internal transactions are traced on request: the calls that moved coin, in order', async () => {
  const page = await demo.read((await demo.read(nested)).link('Internal'))
  expect(page.url).toBe(`${demo.url}${nested}/internal`)
  const calls = page.texts(`${page.section('Internal transactions')} li`)
  // Of its calls, those that moved coin, with their places among all.
  expect(calls.length).toBeGreaterThan(2)
  for (const call of calls) expect(call).toMatch(/^\d+\s*\S+.*CALL.* ETH/s)
  expect(page.link('see all calls')).toBe(`${nested}/calls`)
})

test('a contract creation links to the new contract', async () => {
  const page = await demo.read(pathOf(demoLedger.contractCreation))
  expect(page.described('Created contract')).toMatch(/^0x/)
  const created =
    page
      .$(`${page.section('Overview')} a[href^="/demo/address/"]`)
      .last()
      .attr('href') ?? ''
  expect((await demo.read(created)).headings).toEqual(['Paper Lanterns'])
})

test('the API record is one link away, without a key', async () => {
  const page = await demo.read(`${nested}/raw`)
  // What a browser sends with a link that is followed.
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(demo.url + page.link('View JSON'), { headers })
  expect(new URL(answer.url).pathname).toMatch(/^\/api\/v2\/transaction\//)
  expect(JSON.parse(page.$('main pre').first().text())).toEqual(await answer.json())
})

test('the list of a block names the methods that its transactions call, and another page has its NFT transfers', async () => {
  const path = `/demo/block/${demoLedger.block}`
  const { answer } = (await (await fetch(`${demo.url}${path}.json`)).json()).data.evmBlockTransactions
  const names = answer.result.flatMap(({ method }: { method: { label: string } | null }) => method?.label ?? [])
  expect(names.length).toBeGreaterThan(0)
  const page = await demo.read(path)
  expect(page.headings).toEqual([`Block ${demoLedger.block}`])
  expect(page.rows('[role=table][aria-label=Transactions]').flat()).toEqual(expect.arrayContaining(names))
  const activity = await demo.read(page.link('NFT activity'))
  expect(activity.link(/#10$/, activity.section('NFT activity'))).toMatch(/^\/demo\/nft\//)
})
