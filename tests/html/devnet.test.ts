import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { readPage } from './html-page.ts'

/** Pages of a devnet with a contract that nobody has verified, indexed from a block in its middle. */
let anvil: Anvil
let server: RunningSpyglass
let sender: string
let recipient: string
/** A call of `transfer` on a contract whose ABI nobody knows. */
let call: string

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Emits `Transfer(caller, itself, 5)` whatever it is called with. */
const code = `600560005230337f${transferTopic}60206000a300`
const creation = `0x602e600c600039602e6000f3${code}`

type Receipt = { transactionHash: string; contractAddress: string | null }

beforeAll(async () => {
  anvil = await startAnvil()
  const [from = '', to = ''] = ((await anvil.rpc('eth_accounts')) as string[]).map((one) => one.toLowerCase())
  const send = async (fields: object) => (await anvil.rpc('eth_sendTransactionSync', [{ from, ...fields }])) as Receipt
  sender = from
  recipient = to
  await anvil.rpc('anvil_mine', ['0x9'])
  const { contractAddress } = await send({ data: creation })
  const input = `0xa9059cbb${to.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`
  call = (await send({ to: contractAddress, data: input })).transactionHash
  await send({ to, value: '0x9c4' })
  const height = Number(await anvil.rpc('eth_blockNumber'))
  server = await startSpyglass({ NODE_URL_LOCAL: anvil.url, START_BLOCK_LOCAL: '5' })
  await vi.waitFor(
    async () => {
      const { chains } = await (await fetch(`${server.url}/api/health`)).json()
      expect(chains).toEqual([expect.objectContaining({ indexed: height, lag: 0 })])
    },
    { timeout: 60_000 },
  )
}, 240_000)
afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
})

const read = (path: string) => readPage(`${server.url}/local${path}`)
const guess = 'details:has(> summary:contains("guessed"))'

test('the call and the logs of an unverified contract are decoded, and those of a standard are no guesses', async () => {
  const page = await read(`/tx/${call}`)
  const decoded = page.section('Call')
  expect(page.text(decoded)).toContain('transfer(address,uint256)')
  expect(page.$(`${decoded} ${guess}`)).toHaveLength(0)
  const logs = await readPage(server.url + page.link(/^Logs/))
  const log = `${logs.section('Logs')} li`
  expect(logs.text(log)).toContain('Transfer(address,address,uint256)')
  expect(logs.$(`${log} ${guess}`)).toHaveLength(0)
})

test('a list marks the guessed name of a method', async () => {
  const page = await read(`/address/${sender}/transactions`)
  const table = '[role=table][aria-label=Transactions]'
  expect(page.rows(table).map((cells) => cells[1])).toContain('transfer')
  expect(page.$(`${table} [title^="transfer · 0xa9059cbb · guessed"]`)).not.toHaveLength(0)
})

test('the data of a page has guesses in fields of their own', async () => {
  const fetched = (path: string) => fetch(`${server.url}/local/tx/${call}${path}`)
  const { answer } = (await (await fetched('.json')).json()).data.transactionVerbose
  expect(answer).not.toHaveProperty('decoded_call')
  expect(answer.guessed_call.label).toBe('transfer')
  expect(answer.logs[0]).not.toHaveProperty('decoded_event')
  expect(answer.logs[0].guessed_event.label).toBe('Transfer')
  expect((await (await fetched('/logs.csv')).text()).split('\n', 1)[0]).toContain('guessed_event')
  expect(await (await fetched('/logs.md')).text()).toContain('guessed\\_event')
})

test('a part of a chain that is indexed in part never says that there is nothing', async () => {
  const page = await read(`/address/0x${'12'.repeat(20)}`)
  const changes = page.text(page.section('Latest changes'))
  expect(changes).toContain('No transactions in the indexed blocks.')
  expect(changes).toContain('Indexed from block 5.')
  expect(page.text(page.section('NFTs'))).toContain('No NFTs in the indexed blocks.')
  expect(page.text(page.section('Open approvals'))).toContain('No approval in the indexed blocks can still be spent.')
})

test('the parts that a node answers fail alone while it is away', async () => {
  await anvil.stop()
  const page = await read(`/address/${recipient}`)
  const holdings = page.section('Holdings')
  expect(page.text(`${holdings} [role=alert]`)).toContain('The balances could not be loaded.')
  expect(page.texts(`${holdings} button`)).toContain('Try again')
  expect(page.text(page.section('Latest changes'))).toContain('Received <0.000001 ETH from')
  expect(page.headings).toEqual(['Address'])
})
