import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostedPreviews } from '#lib/media/media-handler.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'

const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBP'), Buffer.alloc(100)])
const hashOf = (digit: string): string => digit.repeat(64)

/** What the hosted service answers, by the first digit of the content hash. */
const answers: Record<string, { type: string; body: Buffer } | { location: string }> = {
  a: { type: 'image/webp', body: webp },
  b: { type: 'text/html', body: Buffer.from('<script>') },
  c: { type: 'image/webp', body: Buffer.from('<svg onload="alert(1)"/>') },
  d: { type: 'image/webp', body: Buffer.concat([webp, Buffer.alloc(2 * 1024 * 1024)]) },
  e: { location: 'http://127.0.0.1:1/secret' },
}
const asked: { url: string | undefined; cookie: string | undefined }[] = []

let server: Server
let baseUrl: string
const outbounds: ReturnType<typeof createOutbound>[] = []

beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    asked.push({ url, cookie: headers.cookie })
    const answer = answers[url?.split('/')[2]?.[0] ?? '']
    if (!answer) response.writeHead(404).end()
    else if ('location' in answer) response.writeHead(302, { location: answer.location }).end()
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(async () => {
  await Promise.all(outbounds.map((outbound) => outbound.close()))
  server.close()
})

const previewsOf = (allow: string[]) => {
  const outbound = createOutbound({ allow })
  outbounds.push(outbound)
  return createHostedPreviews(baseUrl, outbound)
}
const signal = new AbortController().signal

test('a preview of the hosted service is served', async () => {
  const preview = await previewsOf([new URL(baseUrl).host])(hashOf('a'), 'medium', signal)
  expect(preview && Buffer.from(preview)).toEqual(webp)
  expect(asked.at(-1)).toEqual({ url: `/media/${hashOf('a')}/medium.webp`, cookie: undefined })
})

test.each([
  ['another content type', 'b'],
  ['bytes that are not that image type', 'c'],
  ['more bytes than a preview may have', 'd'],
  ['a redirect to another host on a private network', 'e'],
  ['a missing preview', 'f'],
])('%s is not served', async (_, digit) => {
  expect(await previewsOf([new URL(baseUrl).host])(hashOf(digit), 'low', signal)).toBeUndefined()
})

test('a private host that the operator did not allow is not requested', async () => {
  const before = asked.length
  expect(await previewsOf([])(hashOf('a'), 'low', signal)).toBeUndefined()
  expect(asked.length).toBe(before)
})
