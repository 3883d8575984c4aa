import { expect, test } from 'vitest'
import { chosenTraits, toggled, traitText } from '#components/nft/traits/chosen-traits.ts'

test.each([
  { trait: 'Colour', value: 'Red' },
  { trait: 'Ratio 4:3', value: '16:9' },
  { trait: '100%', value: '' },
  { trait: '%3A', value: '%' },
])('a selected trait round-trips through the URL: %o', (one) => {
  const query = new URLSearchParams([['trait', traitText(one)]]).toString()
  expect(chosenTraits(new URLSearchParams(query).getAll('trait'))).toEqual([one])
})

test('invalid pairs are left out, and duplicates appear once', () =>
  expect(chosenTraits(['Colour', ':Red', 'A:b', 'A:b'])).toEqual([{ trait: 'A', value: 'b' }]))

test('selecting a trait again deselects it', () => {
  const one = { trait: 'A', value: 'b' }
  expect(toggled(toggled([], one), { ...one })).toEqual([])
})
