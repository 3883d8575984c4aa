import { expect, test } from './browser-test.ts'
import { startLocalChain } from './local-chain.ts'

let local: Awaited<ReturnType<typeof startLocalChain>>
/** A call of `transfer` on a contract whose ABI nobody knows. */
let hash: string

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Emits `Transfer(caller, itself, 5)` whatever it is called with. */
const code = `600560005230337f${transferTopic}60206000a300`
const creation = `0x602e600c600039602e6000f3${code}`

const sent = async (fields: object): Promise<{ hash: string; contractAddress: string | null }> => {
  const { transactionHash, contractAddress } = (await local.rpc('eth_sendTransactionSync', [
    { from: local.sender, ...fields },
  ])) as { transactionHash: string; contractAddress: string | null }
  return { hash: transactionHash, contractAddress }
}
const answerOf = async () => {
  const response = await fetch(`${local.url}/local/tx/${hash}.json`)
  return response.ok ? (await response.json()).data.transactionVerbose.answer : undefined
}

test.beforeAll(async () => {
  local = await startLocalChain()
  const { contractAddress } = await sent({ data: creation })
  const input = `0xa9059cbb${local.recipient.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`
  hash = (await sent({ to: contractAddress, data: input })).hash
  await expect.poll(answerOf).toBeDefined()
})
test.afterAll(async () => await local.stop())

test('the call and the logs of an unverified contract are decoded, and said to be guesses', async ({ page }) => {
  await page.goto(`${local.url}/local/tx/${hash}`)
  const call = page.getByRole('region', { name: 'Call' })
  await expect(call).toContainText('transfer(address,uint256)')
  await call.getByText('guessed', { exact: true }).click()
  await expect(call).toContainText('The ABI of this contract is not verified')
  await page.getByRole('link', { name: /^Logs/ }).click()
  const log = page.getByRole('region', { name: 'Logs' }).getByRole('listitem').first()
  await expect(log).toContainText('Transfer(address,address,uint256)')
  await expect(log.getByText('guessed', { exact: true })).toBeVisible()
  await log.getByText('guessed', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(log).toContainText('A known signature has the same topic')
})

test('a list marks the guessed name of a method', async ({ page }) => {
  await page.goto(`${local.url}/local/address/${local.sender.toLowerCase()}/transactions`)
  const method = page.getByRole('table', { name: 'Transactions' }).getByText('transfer', { exact: true })
  await expect(method.first()).toBeVisible()
  await expect(page.getByTitle(/^transfer · 0xa9059cbb · guessed/).first()).toBeVisible()
})

test('the data of a page has guesses in fields of their own', async () => {
  const answer = await answerOf()
  expect(answer).not.toHaveProperty('decoded_call')
  expect(answer.guessed_call.label).toBe('transfer')
  expect(answer.logs[0]).not.toHaveProperty('decoded_event')
  expect(answer.logs[0].guessed_event.label).toBe('Transfer')
  const csv = await (await fetch(`${local.url}/local/tx/${hash}/logs.csv`)).text()
  expect(csv.split('\n', 1)[0]).toContain('guessed_event')
  const markdown = await (await fetch(`${local.url}/local/tx/${hash}/logs.md`)).text()
  expect(markdown).toContain('guessed\\_event')
})
