import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createHttpServer } from '#lib/server/http-server.ts'

const server = createHttpServer()
afterAll(() => server.close())

const chunks = (count: number): string => `4000\r\n${'x'.repeat(0x4000)}\r\n`.repeat(count)
const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'

test('bodies that are refused before their end do not block the next request of their connection', async () => {
  server.on('request', (request, response) => {
    // As handlers do that count the bytes of a body: they leave it with most of it unread.
    request.once('data', () => {
      request.pause()
      response.writeHead(413).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answers = ''
  socket.on('data', (part: Buffer) => {
    answers += part
  })
  for (let sent = 1; sent <= 3; sent++) {
    socket.write(`${head}${chunks(40)}0\r\n\r\n`)
    await expect.poll(() => answers.match(/HTTP\/1\.1 413/g)?.length).toBe(sent)
  }
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // A rest without an end is not read for ever.
  socket.on('error', () => undefined)
  socket.write(head)
  const endless = setInterval(() => socket.write(chunks(64)), 1)
  await closed
  clearInterval(endless)
})
