import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compress } from '#lib/api/serve/compress.ts'

const page = JSON.stringify(Array.from({ length: 200 }, (_, row) => ({ row, name: 'Lanterne — 灯' })))

describe('a response body', () => {
  test('uses the smallest encoding that the caller accepts, and decompresses to the original', async () => {
    const br = await compress(page, 'gzip, deflate, br')
    expect(br?.encoding).toBe('br')
    expect(brotliDecompressSync(br?.bytes ?? '').toString()).toBe(page)
    const gzip = await compress(page, 'deflate, GZIP;q=0.5, br;q=0')
    expect(gzip?.encoding).toBe('gzip')
    expect(gunzipSync(gzip?.bytes ?? '').toString()).toBe(page)
  })

  test('stays uncompressed for callers that accept no encoding, and when it is short', async () => {
    for (const accepted of [null, '', 'identity', 'zstd', 'gzip;q=0, br;q=0.0', '*', 'brotli'])
      expect(await compress(page, accepted)).toBeUndefined()
    expect(await compress('{"message":"no"}', 'br')).toBeUndefined()
  })

  test('is sent completely when it is long', async () => {
    const long = page.repeat(100)
    const [br, gzip] = await Promise.all([compress(long, 'br'), compress(long, 'gzip')])
    expect(brotliDecompressSync(br?.bytes ?? '').toString()).toBe(long)
    expect(gunzipSync(gzip?.bytes ?? '').toString()).toBe(long)
  })
})
