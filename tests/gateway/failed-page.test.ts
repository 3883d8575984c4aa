import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainFailure } from '#lib/http/failed-page.ts'

const shell = '<!DOCTYPE html><html id="__next_error__"><head></head><body><script>ü</script></body></html>'
const server = createServer((request, response) => {
  explainFailure(response, () => '<noscript>Something went wrong – here</noscript>')
  response.statusCode = Number(request.url?.slice(1))
  for (const part of [shell.slice(0, 70), shell.slice(70)]) response.write(Buffer.from(part))
  response.end()
})
const read = async (status: number) =>
  (await fetch(`http://localhost:${(server.address() as AddressInfo).port}/${status}`)).text()

beforeAll(() => new Promise<void>((resolve) => server.listen(0, resolve)))
afterAll(() => void server.close())

test('a page that failed says so to visitors without scripts', async () => {
  expect(await read(500)).toBe(shell.replace('<body>', '<body><noscript>Something went wrong – here</noscript>'))
})

test('other pages are sent as they are', async () => {
  expect(await read(200)).toBe(shell)
  expect(await read(404)).toBe(shell)
})
