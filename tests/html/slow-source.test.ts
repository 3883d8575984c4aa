import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startSpyglass } from '#tests/support/spyglass.ts'

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
