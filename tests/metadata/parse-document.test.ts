import { expect, test } from 'vitest'
import { parseDocument } from '#lib/metadata/parse-document.ts'

const parse = (text: string | Uint8Array, contentType = 'application/json') =>
  parseDocument({ contentType, body: typeof text === 'string' ? Buffer.from(text) : text, uri: 'https://a.example/1' })

test('JSON is accepted whatever its content type', () => {
  expect(parse('{"name": "x"}', 'text/plain')?.text).toBe('{"name": "x"}')
  for (const type of ['image/png', 'image/svg+xml', 'video/mp4', 'text/html', 'application/octet-stream', ''])
    expect(parse('{"name":"x"}', type)?.value, type).toEqual({ name: 'x' })
  expect(parse('\ufeff{"a":1}')?.value).toEqual({ a: 1 })
  expect(parse(Buffer.from('{"a":"caf\xe9"}', 'latin1'))?.value).toEqual({ a: 'café' })
})

test('an image or a film in place of a document becomes a document that names it', () => {
  expect(parse('x', 'image/png')?.value).toEqual({ image: 'https://a.example/1' })
  expect(parse('x', 'image/svg+xml')?.value).toEqual({ image: 'https://a.example/1' })
  expect(parse('x', 'video/mp4')?.value).toEqual({ animation_url: 'https://a.example/1' })
})

test.each(['<html>lost</html>', '', '"text"', '7', 'null', '{"a":', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])(
  'not a document: %#',
  (text) => expect(parse(text)).toBeUndefined(),
)

test('characters that PostgreSQL or strict clients reject are replaced, escaped look-alikes are kept', () => {
  expect(parse(String.raw`{"a":"x\u0000y","b":"\\u0000","c":"\ud800!"}`)?.value).toEqual({
    a: 'xy',
    b: String.raw`\u0000`,
    c: '\ufffd!',
  })
})

test('{id} inside the document is replaced if the standard says so', () => {
  const parsed = parseDocument(
    { contentType: 'application/json', body: Buffer.from('{"image":"https://a.example/{id}"}'), uri: '' },
    (text) => text.replaceAll('{id}', '00ff'),
  )
  expect(parsed?.value).toEqual({ image: 'https://a.example/00ff' })
})

test('the text that came is kept, with every digit of its integers', () => {
  const text =
    '{ "name": "x",\n  "seed": 3779102112180351519751675603, "price": 1.50, "safe": 9007199254740991, "next": -9007199254740993 }'
  const parsed = parse(text)
  expect(parsed?.text).toBe(text)
  expect(parsed?.value).toEqual({
    name: 'x',
    seed: 3779102112180351519751675603n,
    price: 1.5,
    safe: 9007199254740991,
    next: -9007199254740993n,
  })
})

test('escaped pairs of surrogates stay', () => {
  expect(parse(String.raw`{"a":"\ud83d\ude00"}`.replaceAll('\\\\', '\\'))?.value).toEqual({ a: '😀' })
})

/** What browsers, marketplaces and generators on chain accept or write, and what is meant. */
const almostJson: [string, string, unknown][] = [
  ['a trailing comma', '{"name":"x","list":[1,2,],}', { name: 'x', list: [1, 2] }],
  ['raw line breaks', '{"name":"x","text":"a\nb\tc"}', { name: 'x', text: 'a\nb\tc' }],
  ['single quotes', "{'name': 'x', 'list': ['a']}", { name: 'x', list: ['a'] }],
  ['NaN', '{"name":"x","value":NaN}', { name: 'x', value: expect.anything() }],
  ['names without quotes', '{name: "x"}', { name: 'x' }],
  ['comments', '{"name":"x" /* why */, // or not\n "a":1}', { name: 'x', a: 1 }],
  ['constants of Python', "{'name': 'x', 'ok': True, 'none': None}", { name: 'x', ok: true, none: null }],
  ['large integers', '{"name":"x","seed":9007199254740993,}', { name: 'x', seed: 9007199254740993n }],
]
test.each(almostJson)('almost JSON: %s', (_, text, expected) => {
  const parsed = parse(text)
  expect(parsed?.value).toEqual(expected)
  // What is stored is JSON that everybody reads.
  expect(() => JSON.parse(parsed?.text ?? '')).not.toThrow()
})

test('a document that was cut off is not completed', () => {
  expect(parse('{"name":"x","list":[1,2')).toBeUndefined()
  expect(parse('{"name":"x')).toBeUndefined()
})

const name = '{"name":"ü你好"}'
const utf16be = Buffer.from(name, 'utf16le').swap16()
test.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${name}`), undefined],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${name}`, 'utf16le'), undefined],
  ['UTF-16, high byte first, with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be]), undefined],
  ['UTF-16 that the header names', Buffer.from(name, 'utf16le'), 'utf-16le'],
  ['UTF-16 that nothing names', Buffer.from(name, 'utf16le'), undefined],
  ['UTF-16, high byte first, that nothing names', utf16be, undefined],
  ['UTF-8 under an unknown name', Buffer.from(name), 'utf-99'],
])('charsets: %s', (_, body, charset) => {
  expect(parseDocument({ contentType: 'application/json', charset, body, uri: '' })?.value).toEqual({ name: 'ü你好' })
})

test('charsets: GBK and Latin 1 by the header', () => {
  const gbk = Buffer.concat([Buffer.from('{"name":"'), Buffer.from('c4e3bac3', 'hex'), Buffer.from('"}')])
  const of = (charset: string) => parseDocument({ contentType: 'application/json', charset, body: gbk, uri: '' })?.value
  expect(of('gbk')).toEqual({ name: '你好' })
  expect(of('iso-8859-1')).toEqual({ name: 'ÄãºÃ' })
})
