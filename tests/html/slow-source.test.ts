import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { sample } from '#tests/support/tier.ts'

const wallet = `0x${'11'.repeat(20)}`

test('the head of a wallet page does not wait for a slow hosted service', async () => {
  let answer = () => {}
  const answering = new Promise<void>((resolve) => {
    answer = resolve
  })
  const hosted = createServer(async (_, response) => {
    await answering
    response.writeHead(500).end('{"message":"late"}')
  }).listen(0, '127.0.0.1')
  await once(hosted, 'listening')
  const { port } = hosted.address() as AddressInfo
  const server = await startSpyglass({ EVM_BASE_URL: `http://127.0.0.1:${port}`, UPSTREAM_API_KEY: 'a-key-0123456789' })
  try {
    const { body } = await fetch(`${server.url}/eth/address/${wallet}`)
    let document = ''
    // Nothing is answered before the whole head has been read.
    const decoder = new TextDecoder()
    for await (const bytes of body ?? []) {
      document += decoder.decode(bytes, { stream: true })
      if (document.includes('</head>')) answer()
    }
    const [head = ''] = document.split('</head>')
    expect(head).toContain(`<title>Address ${wallet}`)
    expect(head).toContain(`content="Holdings and transactions of the address ${wallet}."`)
    expect(document).toContain('could not be loaded')
  } finally {
    answer()
    await server.stop()
    hosted.close()
  }
})

test.each(sample(['/', '/eth'], 1))(
  '%s is sent up to its lists while a hosted service does not answer',
  async (path) => {
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
    const hosted = createServer(async ({ url = '' }, response) => {
      // Only the list of its chains is answered at once.
      if (!url.startsWith('/api/explorer')) await answering
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"no such endpoint"}')
    }).listen(0, '127.0.0.1')
    await once(hosted, 'listening')
    const { port } = hosted.address() as AddressInfo
    const server = await startSpyglass({
      EVM_BASE_URL: `http://127.0.0.1:${port}`,
      UPSTREAM_API_KEY: 'a-key-0123456789',
    })
    try {
      const { body } = await fetch(server.url + path)
      let document = ''
      const decoder = new TextDecoder()
      for await (const bytes of body ?? []) {
        document += decoder.decode(bytes, { stream: true })
        // Without this part the service never answers, and the test fails by its time limit.
        if (document.includes('From the hosted service')) answer()
      }
      expect(document).toContain('Newest block')
    } finally {
      answer()
      await server.stop()
      hosted.close()
    }
  },
)
