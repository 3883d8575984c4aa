import { expect, test } from 'vitest'
import { recognise } from '#lib/recognise/recognise.ts'
import { searchChoices } from '#lib/recognise/search-choices.ts'

const evm = [
  { family: 'evm', chain: 'eth', title: 'Ethereum' },
  { family: 'evm', chain: 'polygon', title: 'Polygon' },
]
const chains = [...evm, { family: 'aptos', chain: 'aptos', title: 'Aptos' }]
const hash = `0x${'1c'.repeat(32)}`
const address = `0x${'ab'.repeat(20)}`

test('a hash found on one chain opens at once', () => {
  const finding = { path: `/polygon/tx/${hash}`, title: 'Transaction on Polygon', text: hash }
  const [first] = searchChoices({ candidates: recognise(hash), findings: [finding], chains })
  expect(first).toMatchObject({ path: `/polygon/tx/${hash}`, isFound: true, isCertain: true })
})

test('an id with one meaning on Aptos opens at once, one with two is a choice', () => {
  const token = { path: `/aptos/token/${hash.slice(2)}`, title: 'Aptos token Lamp', text: hash }
  const account = { path: `/aptos/account/${hash}`, title: 'Aptos account', text: hash }
  const choices = (findings: (typeof token)[]) => searchChoices({ candidates: recognise(hash), findings, chains })
  expect(choices([token])[0]).toMatchObject({ ...token, isFound: true, isCertain: true })
  expect(choices([token, account]).filter(({ isFound }) => isFound)).toMatchObject([token, account])
  expect(choices([token, account]).some(({ isCertain }) => isCertain)).toBe(false)
})

test('an unknown hash leaves every reading open', () => {
  const choices = searchChoices({ candidates: recognise(hash), chains })
  expect(choices.map(({ path }) => path)).toEqual([
    `/eth/tx/${hash}`,
    `/polygon/tx/${hash}`,
    `/eth/block/${hash}`,
    `/polygon/block/${hash}`,
    `/aptos/account/${hash}`,
    `/aptos/txn/${hash}`,
    `/aptos/collection/${hash.slice(2)}`,
    `/aptos/token/${hash.slice(2)}`,
  ])
  expect(choices.some(({ isCertain }) => isCertain)).toBe(false)
})

test('a number found as a block can still be an Aptos version', () => {
  const finding = { path: '/eth/block/100', title: 'Block 100 on Ethereum', text: '100' }
  const choices = searchChoices({ candidates: recognise('100'), findings: [finding], chains })
  expect(choices.map(({ path }) => path)).toEqual([
    '/eth/block/100',
    '/polygon/block/100',
    '/aptos/txn/100',
    '/aptos/block/100',
  ])
  expect(choices[0]?.isCertain).toBe(false)
})

test('an address on a single chain has one choice', () =>
  expect(searchChoices({ candidates: recognise(address), chains: evm.slice(0, 1) })).toHaveLength(1))

test('a pasted link determines the chain, served here or not', () =>
  expect(searchChoices({ candidates: recognise(`https://bscscan.com/tx/${hash}`), chains })).toMatchObject([
    { path: `/bsc/tx/${hash}`, isCertain: true },
  ]))

test('Aptos is not offered where it is not served', () =>
  expect(searchChoices({ candidates: recognise('100'), chains: evm })).toHaveLength(2))

test('an address can be viewed on all chains, unless its chain is given or the only one', () => {
  const pathsOf = (text: string, on = chains) =>
    searchChoices({ candidates: recognise(text), chains: on }).map(({ path }) => path)
  expect(pathsOf(address)[0]).toBe(`/wallet/${address}`)
  expect(pathsOf(`polygon:${address}`)).not.toContain(`/wallet/${address}`)
  expect(pathsOf(address, evm.slice(0, 1))).not.toContain(`/wallet/${address}`)
})
