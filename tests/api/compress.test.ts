import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compress, encodingFor } from '#lib/api/serve/compress.ts'

const page = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, row) => ({ row, name: 'Lanterne — 灯' }))))

describe('a response body', () => {
  test('uses the smallest encoding that the caller accepts, and none for other callers or when it is short', () => {
    expect(encodingFor(page.length, 'gzip, deflate, br')).toBe('br')
    expect(encodingFor(page.length, 'deflate, GZIP;q=0.5, br;q=0')).toBe('gzip')
    for (const accepted of [null, '', 'identity', 'zstd', 'gzip;q=0, br;q=0.0', '*', 'brotli'])
      expect(encodingFor(page.length, accepted)).toBeUndefined()
    expect(encodingFor('{"message":"no"}'.length, 'br')).toBeUndefined()
  })

  test.each([
    ['short', page],
    ['long', Buffer.concat(Array.from({ length: 100 }, () => page))],
  ])('decompresses to the original when it is %s', async (_, body) => {
    expect(brotliDecompressSync(await compress(body, 'br')).equals(body)).toBe(true)
    expect(gunzipSync(await compress(body, 'gzip')).equals(body)).toBe(true)
  })
})
