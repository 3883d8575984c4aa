import { expect, test } from 'vitest'
import { normalizeMetadata } from '#lib/metadata/normalize-metadata.ts'

const bare = { display_type: null, max_value: null, trait_count: 0, order: null }

test("the common form is mapped field by field, in the API's order", () => {
  const normalized = normalizeMetadata({
    image: 'ipfs://x',
    name: 'Paper Lantern #101',
    description: 'An invented lantern.',
    external_url: 'https://lanterns.example/',
    animation_url: 'ipfs://y',
    attributes: [
      { trait_type: 'Colour', value: 'Red' },
      { trait_type: 'Level', value: 5, display_type: 'number', max_value: 100 },
    ],
  })
  expect(normalized).toEqual({
    name: 'Paper Lantern #101',
    description: 'An invented lantern.',
    animation_url: 'ipfs://y',
    external_link: 'https://lanterns.example/',
    image: 'ipfs://x',
    attributes: [
      { trait_type: 'Colour', value: 'Red', ...bare },
      { trait_type: 'Level', value: 5, ...bare, display_type: 'number', max_value: 100 },
    ],
  })
  expect(Object.keys(normalized)).toEqual([
    'name',
    'description',
    'animation_url',
    'external_link',
    'image',
    'attributes',
  ])
})

test.each([
  ['bare strings', { attributes: ['Vampire Hair'] }, null, 'Vampire Hair'],
  ['traits', { traits: [{ trait_type: 'Eyes', value: 'Blue' }] }, 'Eyes', 'Blue'],
  ['a map', { attributes: { Eyes: 'Blue' } }, 'Eyes', 'Blue'],
  ['properties of EIP-1155', { properties: { eyes: { name: 'Eyes', value: 'Blue' } } }, 'Eyes', 'Blue'],
  ['one-field objects', { attributes: [{ Eyes: 'Blue' }] }, 'Eyes', 'Blue'],
  ['JSON text', { attributes: '[{"trait_type":"Eyes","value":"Blue"}]' }, 'Eyes', 'Blue'],
  ['a key named "key"', { attributes: [{ key: 'Eyes', value: 'Blue' }] }, 'Eyes', 'Blue'],
  ['booleans', { attributes: [{ trait_type: 'Rare', value: true }] }, 'Rare', true],
  ['values that are objects', { attributes: [{ trait_type: 'Box', value: { a: 1 } }] }, 'Box', '{"a":1}'],
  ['no value', { attributes: [{ trait_type: 'None', value: null }] }, 'None', null],
])('attributes as %s', (_, document, trait_type, value) => {
  expect(normalizeMetadata(document).attributes).toEqual([{ trait_type, value, ...bare }])
})

test('SVG in the document becomes a data URI', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const uri = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  expect(normalizeMetadata({ image_data: svg }).image).toBe(uri)
  expect(normalizeMetadata({ image: svg }).image).toBe(uri)
  expect(normalizeMetadata({ image_url: 'https://a.example/1.png' }).image).toBe('https://a.example/1.png')
})

test.each([null, undefined, 7, 'text', [], [1], true, { name: {}, attributes: 7, image: [] }])(
  '%j gives no metadata',
  (document) =>
    expect(normalizeMetadata(document)).toEqual({
      name: null,
      description: null,
      animation_url: null,
      external_link: null,
      image: null,
      attributes: [],
    }),
)

test('hostile values are cleaned and limited', () => {
  const normalized = normalizeMetadata({
    name: 'a\0b\ud800',
    attributes: Array.from({ length: 5_000 }, (_, index) => ({ trait_type: 't', value: index, max_value: 'NaN' })),
  })
  expect(normalized.name).toBe('ab\ufffd')
  expect(normalized.attributes).toHaveLength(1_000)
  expect(normalized.attributes?.[0]).toMatchObject({ max_value: null })
})
