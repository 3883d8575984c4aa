import { expect, test } from 'vitest'
import { parseExact } from '#lib/base/exact-json.ts'
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

test('integers beyond 2^53 keep their digits', () => {
  const document = parseExact(
    '{"attributes":[{"trait_type":"Seed","value":3779102112180351519751675603}],"name":9007199254740993}',
  )
  expect(normalizeMetadata(document)).toMatchObject({
    name: '9007199254740993',
    attributes: [{ trait_type: 'Seed', value: '3779102112180351519751675603' }],
  })
  const inText = {
    attributes: '[{"trait_type":"Seed","value":9007199254740993},{"trait_type":"Box","value":{"a":9007199254740993}}]',
  }
  expect(normalizeMetadata(inText).attributes?.map(({ value }) => value)).toEqual([
    '9007199254740993',
    '{"a":9007199254740993}',
  ])
})

test('the schema of EIP-721 filled with values shows the values, never its title', () => {
  const schema = {
    title: 'Asset Metadata',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Pixel cat 4' },
      description: { type: 'string', description: 'A cat of pixels.' },
      image: { type: 'string', description: 'https://cats.example/4.png' },
    },
  }
  expect(normalizeMetadata(schema)).toEqual({
    name: 'Pixel cat 4',
    description: 'A cat of pixels.',
    image: 'https://cats.example/4.png',
    animation_url: null,
    external_link: null,
    attributes: [],
  })
})

const png = `iVBORw0KGgo${'A'.repeat(80)}`
const image = 'https://a.example/1.png'
test.each([
  ['properties, as EIP-1155 and Enjin have it', { properties: { image, name: 'x' } }, image],
  ['an object', { image: { url: image } }, image],
  ['an object of properties', { properties: { image: { type: 'string', description: '', value: image } } }, image],
  ['a list', { image: [image, 'https://a.example/2.png'] }, image],
  [
    'files with types',
    {
      files: [
        { uri: 'https://a.example/1.mp4', type: 'video/mp4' },
        { uri: image, type: 'image/png' },
      ],
    },
    image,
  ],
  ['TZIP-21', { displayUri: image }, image],
  ['a thumbnail alone', { thumbnail_url: image }, image],
  ['an empty image beside another name', { image: '', image_url: image }, image],
  ['bytes in base64', { image: png }, `data:image/png;base64,${png}`],
  [
    'SVG with an XML declaration',
    { image: '<?xml version="1.0"?><svg/>' },
    `data:image/svg+xml;base64,${Buffer.from('<?xml version="1.0"?><svg/>').toString('base64')}`,
  ],
])('the image in %s', (_, document, expected) => expect(normalizeMetadata(document).image).toBe(expected))

test.each([
  ['https://m.example/meta/1.json', '1.png', 'https://m.example/meta/1.png'],
  ['https://m.example/meta/1.json', '/img/1.png', 'https://m.example/img/1.png'],
  ['https://m.example/meta/1.json', '../1.png', 'https://m.example/1.png'],
  ['https://m.example/meta/1.json', '//cdn.example/1.png', 'https://cdn.example/1.png'],
  [`ipfs://${'Qm'.padEnd(46, 'a')}/meta/1.json`, '1.png', `ipfs://${'Qm'.padEnd(46, 'a')}/meta/1.png`],
  [`ipfs://${'Qm'.padEnd(46, 'a')}/1.json`, '/images/1.png', `ipfs://${'Qm'.padEnd(46, 'a')}/images/1.png`],
  [`https://gw.example/ipfs/${'Qm'.padEnd(46, 'a')}/1.json`, '1.png', `ipfs://${'Qm'.padEnd(46, 'a')}/1.png`],
  [`ar://${'a'.repeat(43)}/1.json`, '1.png', `ar://${'a'.repeat(43)}/1.png`],
  ['https://m.example/1.json', 'ipfs://x', 'ipfs://x'],
  ['https://m.example/1.json', 'data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['data:application/json,{}', '1.png', '1.png'],
])('a reference in the document of %s: %s', (base, reference, expected) => {
  expect(normalizeMetadata({ image: reference }, base).image).toBe(expected)
})
