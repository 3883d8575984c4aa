import { expect, test } from 'vitest'
import { isSvg, makePreviews } from '#lib/media/make-previews.ts'
import { sniffMedia } from '#lib/media/sniff-media.ts'
import { filmOf, picture, svg } from './media-fixture.ts'

const typeOf = (content: Uint8Array | string): string | undefined => sniffMedia(Buffer.from(content))?.mimetype

test('images are detected by their bytes', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)
    expect(typeOf(await picture(format, 3, 2))).toBe(`image/${format}`)
  expect(typeOf(Buffer.from('BM______'))).toBe('image/bmp')
})

test.each([
  ['plain', svg('')],
  ['with an XML declaration', `<?xml version="1.0" encoding="UTF-8"?>\n<svg/>`],
  ['after a byte order mark, spaces and comments', '\uFEFF \n<!-- drawn <svg> by hand -->\n<svg\n width="1"/>'],
  ['with a doctype', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"><svg >'],
  ['with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>'],
])('SVG %s', (_, text) => {
  expect(typeOf(text)).toBe('image/svg+xml')
  expect(isSvg(String(text))).toBe(true)
})

test.each([
  ['of another root element', '<?xml version="1.0"?><rss/>'],
  ['with SVG nested in it', '<p><svg></svg></p>'],
  ['truncated in its prolog', '<?xml version="1.0"?><!-- <svg> '],
  ['with an unterminated doctype', '<!DOCTYPE svg [<!ENTITY a "b"> <svg>'],
  ['whose root name only starts with svg', '<svgs>'],
])('markup %s is refused by the renderer', async (_, text) => {
  expect(typeOf(text)).toBe('image/svg+xml')
  expect(isSvg(text)).toBe(false)
  await expect(makePreviews(Buffer.from(text), 'image/svg+xml')).rejects.toThrow('not an image, a video or audio')
})

/** A text that counts the characters which are looked at. */
class CountedText extends String {
  read = 0
  override charAt(at: number): string {
    this.read += 1
    return super.charAt(at)
  }
  override startsWith(part: string, at?: number): boolean {
    this.read += part.length
    return super.startsWith(part, at)
  }
  override slice(from = 0, to = this.length): string {
    this.read += Math.min(to, this.length) - from
    return super.slice(from, to)
  }
  override indexOf(part: string, from = 0): number {
    const at = super.indexOf(part, from)
    this.read += (at < 0 ? this.length : at) - from
    return at
  }
}

test.each(['', '<?', '<?>', '<!--', '<!---->', '<!doctype svg ', '<!doctype svg>', '<!DOCTYPE svg [', '\uFEFF'])(
  'each character of 100,000 blanks and %j in turn is read only a few times',
  (part) => {
    const length = 100_000
    const text = new CountedText(`${`${part}${' '.repeat(64)}`.repeat(length / (part.length + 64))}x`)
    expect(isSvg(text as unknown as string)).toBe(false)
    expect(text.read).toBeLessThan(4 * length)
  },
)

test.each([
  ['video/mp4', filmOf(100)],
  ['video/quicktime', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1')],
  ['audio/mp4', Buffer.from('\0\0\0\x14ftypM4A \0\0\0\0M4A ', 'latin1')],
  ['video/webm', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')],
  ['video/x-matroska', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex')],
  ['video/ogg', Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0aaaa\0\0\0\0bbbb\x01\x2a\x80theora', 'latin1')],
  ['audio/ogg', Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0aaaa\0\0\0\0bbbb\x01\x1e\x01vorbis', 'latin1')],
  ['audio/mpeg', Buffer.from('ID3\x04')],
  ['audio/mpeg', Buffer.from('fffb9064', 'hex')],
  ['audio/aac', Buffer.from('fff15080', 'hex')],
  ['audio/flac', Buffer.from('fLaC')],
  ['audio/wav', Buffer.from('RIFF____WAVEfmt ')],
])('%s', (mimetype, content) => {
  expect(sniffMedia(content)).toEqual({ category: mimetype.split('/')[0], mimetype })
})

test.each([
  '<!doctype html><html><svg></svg></html>',
  '<html>',
  '{"image":"x"}',
  '%PDF-1.7',
  'PK\x03\x04',
  '',
  'plain words',
])('bytes that are not an image, film or sound have no type: %j', (text) => {
  expect(typeOf(text)).toBeUndefined()
})

test('truncated files and random bytes cause no error', async () => {
  const files = [filmOf(64), await picture('avif', 4, 4), svg('<!-- '), Buffer.from('RIFF'), Buffer.from('OggS')]
  for (const file of files)
    for (let length = 0; length < Math.min(file.length, 64); length++) typeOf(file.subarray(0, length))
})
