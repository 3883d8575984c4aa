import { expect, test } from 'vitest'
import { aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test('a block counts its transactions of each kind, and a link lists one kind', async () => {
  const block = await demo.read(`/aptos/block/${demoLedger.aptosBlock}`)
  expect(block.text(block.section('Block'))).toContain('Transactions 266')
  const kinds = 'nav[aria-label="Kinds of transaction"]'
  expect(block.texts(`${kinds} a`)).toEqual(['All 266', 'Block metadata 1', 'User 264', 'State checkpoint 1'])
  const one = await demo.read(block.link('Block metadata 1', kinds))
  expect(one.texts('[role=row] a[href^="/aptos/txn/"]')).toEqual(['188'])
})

test.each(Object.entries(demoLedger.aptosVersions))(
  'a %s transaction shows exactly the fields of its kind',
  async (kind, version) => {
    const page = await demo.read(`/aptos/txn/${version}`)
    const facts = page.text(page.section('Transaction')) ?? ''
    expect(facts).toContain('Success')
    expect(page.texts('h2')).toEqual(expect.arrayContaining([expect.stringMatching(/^Changes/), 'Raw']))
    expect(page.texts('h2').includes('Payload')).toBe(kind === 'User' || kind === 'Genesis')
    expect(page.texts('h2').includes('Signature')).toBe(kind === 'User')
    expect(facts.includes('Proposer')).toBe(kind === 'Block metadata')
    expect(facts.includes('Validator kind')).toBe(kind === 'Validator')
    expect(facts.includes('Sequence number')).toBe(kind === 'User')
  },
)

test('a transfer says what it did, which balances and which state it changed', async () => {
  const page = await demo.read('/aptos/txn/696')
  expect(page.main).toMatch(/sent 0\.689 APT to/)
  const balances = page.text(page.section('Balance changes'))
  expect(balances).toMatch(/-0\.689 ?APT/)
  expect(balances).toMatch(/\+0\.689 ?APT/)
  expect(balances).toContain('paid 0.000016 APT for gas')
  expect(page.text(page.section('Payload'))).toMatch(/argument 2 ?u64/)
  const path = page.link('State changes')
  expect(path).toBe('/aptos/txn/696/state')
  const state = await demo.read(path)
  expect(state.text(state.section('State changes'))).toContain('(+68,900,000)')
})

test('the transactions that others sent to an account are listed apart', async () => {
  const sent = await demo.read(`/aptos/account/${aptosNfts.wallet}`)
  const received = await demo.read(sent.link('Received', 'nav[aria-label="Direction of transactions"]'))
  const list = received.section('Transactions received')
  expect(received.rows(list).find((cells) => cells.includes('696'))).toContain('+0.689 APT')
  expect(received.text(list)).not.toContain('this account')
})
