import { expect, test } from 'vitest'
import { normalizedName } from '#lib/evm/ens/normalized-name.ts'
import { nameWarning } from '#lib/evm/ens/stored-names.ts'

test.each([
  ['vitalik.eth', null],
  ['ada.eth', null],
  ['café.eth', null],
  ['müller.example.eth', null],
  ['名前.eth', null],
  ['имя.eth', null],
  ['uniswap.org', null],
  ['1inch.eth', null],
  ['🦄.eth', null],
  ['vita1ik.eth', 'look_alike'],
  ['vltalik.eth', 'look_alike'],
  ['vitalík.eth', 'look_alike'],
  ['opensea-eth.eth', 'look_alike'],
  ['pay.un1swap.eth', 'look_alike'],
  ['cornpound.eth', 'look_alike'],
  ['vitalik.eth.a-longer-name.eth', 'look_alike'],
  ['vitalik.example.eth', null],
  ['ada名前.eth', 'mixed_scripts'],
] as const)('%s is marked as %s', (name, warning) => {
  expect(normalizedName(name)).toBe(name)
  expect(nameWarning(name)).toBe(warning)
})

test.each([
  'vıtalik.eth',
  'ɡavin.eth',
  'vitаlik.eth',
  'сoinbase.eth',
  'ada..eth',
  'ada eth',
  ' ',
  'ada',
  '\u202eada.eth',
])('%j cannot be a name', (text) => {
  expect(normalizedName(text)).toBeUndefined()
})
