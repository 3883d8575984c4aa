import { expect, test } from 'vitest'
import { chosenTraits, toggled, traitText } from '#components/evm/token/traits/chosen-traits.ts'

test.each([
  { trait: 'Colour', value: 'Red' },
  { trait: 'Ratio 4:3', value: '16:9' },
  { trait: '100%', value: '' },
  { trait: '%3A', value: '%' },
])('what was chosen comes out of the address as it went in: %o', (one) => {
  const query = new URLSearchParams([['trait', traitText(one)]]).toString()
  expect(chosenTraits(new URLSearchParams(query).getAll('trait'))).toEqual([one])
})

test('what is no pair is left out, and what stands twice is there once', () =>
  expect(chosenTraits(['Colour', ':Red', 'A:b', 'A:b'])).toEqual([{ trait: 'A', value: 'b' }]))

test('choosing again takes the choice back', () => {
  const one = { trait: 'A', value: 'b' }
  expect(toggled(toggled([], one), { ...one })).toEqual([])
})
