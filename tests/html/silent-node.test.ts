import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type FaultyRpc, startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { readPage } from './html-page.ts'

/** Pages of a devnet whose node stops answering once it is indexed: it still accepts every question. */
let anvil: Anvil
let node: FaultyRpc
let server: RunningSpyglass
let contract: string
let transaction: string

/** Returns its calldata. */
const code = '3680600080376000f3'
const creation = `0x600980600a3d393df3${code}`
/** Twice what the slowest of these pages takes on an idle machine. */
const withinMs = 16_000
const late = 'The node did not answer in time.'

type Receipt = { transactionHash: string; contractAddress: string }

beforeAll(async () => {
  anvil = await startAnvil()
  const [from = ''] = ((await anvil.rpc('eth_accounts')) as string[]).map((one) => one.toLowerCase())
  const send = async (fields: object) => (await anvil.rpc('eth_sendTransactionSync', [{ from, ...fields }])) as Receipt
  contract = (await send({ data: creation })).contractAddress
  transaction = (await send({ to: contract, data: `0x${'07'.padStart(64, '0')}` })).transactionHash
  const height = Number(await anvil.rpc('eth_blockNumber'))
  node = await startFaultyRpc(anvil.transport())
  server = await startSpyglass({ NODE_URL_LOCAL: node.url, SOURCIFY_URL: '' })
  await vi.waitFor(
    async () => {
      const { chains } = await (await fetch(`${server.url}/api/health`)).json()
      expect(chains).toEqual([expect.objectContaining({ indexed: height, lag: 0 })])
    },
    { timeout: 60_000 },
  )
  node.always = [{ kind: 'silent' }]
}, 240_000)
afterAll(async () => {
  await server?.stop()
  await node?.stop()
  await anvil?.stop()
})

describe.concurrent('while a node is silent', () => {
  const arriving = async (path: string) => {
    const startedAt = performance.now()
    const page = await readPage(`${server.url}/local${path}`)
    expect(page.status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(withinMs)
    return page
  }

  test('the overview of a contract lacks what the node tells, and says so', async () => {
    const page = await arriving(`/address/${contract}`)
    expect(page.text(`${page.section('Holdings')} [role=alert]`)).toContain(late)
    expect(page.text(page.section('Latest changes'))).toContain('Called')
  })

  test.each([
    ['a contract', () => `/address/${contract}/contract`, late],
    ['code', () => `/address/${contract}/code`, late],
    ['functions', () => `/address/${contract}/read`, late],
    ['storage', () => `/address/${contract}/storage`, late],
    ['a simulation', () => `/simulate?to=${contract}&data=0x07`, 'The node takes too long to run this transaction.'],
    ['calls', () => `/tx/${transaction}/calls`, 'The node is still running the transaction.'],
    ['state changes', () => `/tx/${transaction}/state`, 'The node is still running the transaction.'],
    ['internal transactions', () => `/tx/${transaction}/internal`, late],
    ['an unknown block', () => '/block/99', late],
    ['gas', () => '/gas', 'did not report the next base fee'],
  ])('the page about %s arrives whole, and says what the node did not', async (_, path, sentence) => {
    const page = await arriving(path())
    expect(page.headings).toHaveLength(1)
    expect(page.main).toContain(sentence)
  })

  test('a search names the chain that gives no answer', async () => {
    const page = await readPage(`${server.url}/search?q=99`)
    expect(page.text('[role=status]')).toContain('No answer in time from')
  })
})
