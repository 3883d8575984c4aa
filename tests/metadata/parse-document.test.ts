import { expect, test } from 'vitest'
import { parseDocument } from '#lib/metadata/parse-document.ts'

const parse = (text: string | Uint8Array, contentType = 'application/json') =>
  parseDocument({ contentType, body: typeof text === 'string' ? Buffer.from(text) : text, uri: 'https://a.example/1' })

test('JSON is accepted whatever its content type', () => {
  expect(parse('{"name": "x"}', 'text/plain')?.text).toBe('{"name":"x"}')
  expect(parse('\ufeff{"a":1}')?.value).toEqual({ a: 1 })
  expect(parse(Buffer.from('{"a":"caf\xe9"}', 'latin1'))?.value).toEqual({ a: 'café' })
})

test('an image or a film in place of a document becomes a document that names it', () => {
  expect(parse('x', 'image/png')?.value).toEqual({ image: 'https://a.example/1' })
  expect(parse('x', 'image/svg+xml')?.value).toEqual({ image: 'https://a.example/1' })
  expect(parse('x', 'video/mp4')?.value).toEqual({ animation_url: 'https://a.example/1' })
})

test.each(['<html>lost</html>', '', '"text"', '7', 'null', '{"a":', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])(
  'not a document: %.20s',
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
