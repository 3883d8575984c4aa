import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { noteOwnAnswer, runVisit } from '#lib/http/admit.ts'
import { compressResponse } from '#lib/http/compression.ts'
import { createSharedPages } from '#lib/http/shared-pages.ts'
import { visitOf } from './visit-of.ts'

const filler = 'Some text. '.repeat(500)

/** A server of pages that are numbered in the order of rendering, and that name their nonce thrice. */
const start = async (render: RequestListener = () => {}) => {
  const now = { ms: 5_000, version: 'one' as string | undefined }
  const pages = createSharedPages({
    sessionCookie: 'spyglass-session',
    version: () => now.version,
    now: () => now.ms,
  })
  const rendered = { count: 0 }
  let nonces = 0
  const server = createServer((request, response) => {
    runVisit(visitOf(), () => {
      const nonce = `nonce-${++nonces}-`
      response.setHeader('x-nonce', nonce)
      compressResponse(request, response)
      if (pages.send(request, response, { address: request.url ?? '/', nonce })) return
      rendered.count += 1
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('link', `</style.css>; rel=preload; nonce="${nonce}"`)
      render(request, response)
      response.write(`page ${rendered.count} <script nonce="${nonce}">`)
      response.write(Buffer.from(filler))
      response.end(`<style nonce="${nonce}"> ✓`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = (path = '/', { method = 'GET', ...headers }: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; html: string }>((resolve, reject) => {
      const sent = httpRequest(url + path, { method, headers }, async (response) => {
        const body = await buffer(response)
        const html = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
        resolve({ status: response.statusCode ?? 0, headers: response.headers, html: html.toString() })
      })
      sent.on('error', reject).end()
    })
  return { now, rendered, read, url }
}

/** The number of the rendering that a response shows, once it was found to have its own nonce everywhere. */
const renderingOf = ({ headers, html }: { headers: NodeJS.Dict<string | string[]>; html: string }): number => {
  const nonce = String(headers['x-nonce'])
  expect(headers.link).toBe(`</style.css>; rel=preload; nonce="${nonce}"`)
  expect(html).toMatch(/ ✓$/)
  expect(html.match(/nonce-\d+-/g)).toEqual([nonce, nonce])
  return Number(/page (\d+)/.exec(html)?.[1])
}

test('a page is rendered once for all who open it within a second, each with a nonce of its own', async () => {
  const { now, read, rendered } = await start()
  const first = await read()
  const second = await read('/', { 'accept-encoding': 'br' })
  expect([first, second].map(renderingOf)).toEqual([1, 1])
  expect(second.headers['x-nonce']).not.toBe(first.headers['x-nonce'])
  expect(second.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
  expect(renderingOf(await read('/?other'))).toBe(2)
  now.ms += 999
  expect(renderingOf(await read())).toBe(1)
  now.ms += 2
  expect(renderingOf(await read())).toBe(3)
  expect(rendered.count).toBe(3)
})

test('a page is rendered again once the index has changed, or if it is unknown whether it has', async () => {
  const { now, read } = await start()
  expect(renderingOf(await read())).toBe(1)
  now.version = 'two'
  expect(renderingOf(await read())).toBe(2)
  now.version = undefined
  expect(renderingOf(await read())).toBe(3)
  now.version = 'two'
  expect(renderingOf(await read())).toBe(2)
})

test('a page is shared by visitors with the same preferences, whatever else their cookies say', async () => {
  const { read } = await start()
  const of = async (cookie: string) => renderingOf(await read('/', { cookie }))
  expect(await of('spyglass-session=a')).toBe(1)
  expect(await of('theme=dark; spyglass-session=b')).toBe(2)
  expect(await of('other=x; theme=dark')).toBe(2)
  expect(await of('time=utc; theme=dark')).toBe(3)
  expect(await of('theme=dark; time=utc')).toBe(3)
  expect(await of('other=y')).toBe(1)
})

test.each([
  ['of a signed-in visitor', { cookie: 'spyglass-account=token' }],
  ['of a visitor who signed in over https', { cookie: 'theme=dark; __Host-spyglass-account=token' }],
  ['that the router asks for', { rsc: '1' }],
  ['that the router asks for in advance', { 'next-router-prefetch': '1' }],
  ['of which only a part is wanted', { range: 'bytes=0-9' }],
])('a page %s is neither kept nor taken from others', async (_, headers: Record<string, string>) => {
  const { read } = await start()
  expect(renderingOf(await read('/', headers))).toBe(1)
  expect(renderingOf(await read('/'))).toBe(2)
  expect(renderingOf(await read('/', headers))).toBe(3)
})

test('a HEAD request is left to the handler', async () => {
  const { read, rendered } = await start()
  await read('/', { method: 'HEAD' })
  expect(renderingOf(await read('/'))).toBe(2)
  await read('/', { method: 'HEAD' })
  expect(rendered.count).toBe(3)
})

test.each<[string, RequestListener]>([
  ['that was not found', (_, response) => Object.assign(response, { statusCode: 404 })],
  ['that sets a cookie', (_, response) => response.setHeader('set-cookie', 'a=b')],
  ['with an answer for one visitor', () => noteOwnAnswer()],
])('a page %s is not shared', async (_, render) => {
  const { read, rendered } = await start(render)
  await read()
  await read()
  expect(rendered.count).toBe(2)
})

test('a page that its visitor did not wait for is not shared', async () => {
  const left = Promise.withResolvers<void>()
  let isFirst = true
  const { read, url, rendered } = await start((_, response) => {
    if (!isFirst) return
    isFirst = false
    response.once('close', left.resolve)
    response.destroy()
  })
  await new Promise((resolve) => httpRequest(url, resolve).on('error', resolve).end())
  await left.promise
  await read()
  expect(rendered.count).toBe(2)
})
