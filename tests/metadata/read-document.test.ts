import type { lookup as dnsLookup } from 'node:dns'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDocument } from '#lib/metadata/parse-document.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { documentServer, namedDocuments } from '#tests/support/document-server.ts'

let server: Awaited<ReturnType<typeof documentServer>>
beforeAll(async () => {
  server = await documentServer(namedDocuments)
})
beforeEach(() => {
  server.answer = namedDocuments
  server.paths.length = 0
})
afterAll(() => server.close())

const cid = 'bafybeih56j5docet5hv7ttxvrilj7ybalpowvaozaoll5e2ghhrhkebkvy'
const arweaveId = 'a'.repeat(43)
/** Only hosts that do not answer are given up: a busy machine may take long to read a large body. */
const patientMs = 60_000

/** Reads with gateways that are the server's. */
const read = (uri: string, tokenId?: string, fetchMs = patientMs) =>
  readDocument(uri, tokenId, {
    outbound: server.outbound,
    uriOptions: {
      ipfsGateways: [`${server.base}/one/ipfs/`, `${server.base}/two/ipfs/`],
      arweaveGateway: `${server.base}/arweave/`,
    },
    fetchMs,
  })
const documentOf = async (uri: string, tokenId?: string): Promise<unknown> => {
  const answer = await read(uri, tokenId)
  return 'document' in answer ? answer.document.value : answer
}

describe('every kind of token URI ends as a document', () => {
  const json = '{"name":"50% off #1"}'
  const held = { name: '50% off #1' }
  test.each([
    ['base64', `data:application/json;base64,${Buffer.from(json).toString('base64')}`, held],
    ['utf8 as a parameter', `data:application/json;utf8,${json}`, held],
    ['percent-encoded', `data:application/json,${encodeURIComponent(json)}`, held],
    ['without an encoding', `data:application/json,${json}`, held],
    ['the plain document', json, held],
    ['an image', 'data:image/svg+xml;utf8,<svg/>', { image: 'data:image/svg+xml;utf8,<svg/>' }],
  ])('embedded: %s', async (_, uri, document) => {
    expect(await documentOf(uri)).toEqual(document)
    expect(server.paths).toEqual([])
  })

  test.each([
    ['http', () => `${server.base}/a/1.json`, '/a/1.json'],
    ['in double quotes', () => ` "${server.base}/1" `, '/1'],
    ['with spaces', () => `${server.base}/a b.json`, '/a%20b.json'],
    ['ipfs:', () => `ipfs://${cid}/1.json`, `/one/ipfs/${cid}/1.json`],
    ['ipfs: with a folder named ipfs', () => `ipfs://ipfs/${cid}/#1.json`, `/one/ipfs/${cid}/%231.json`],
    ['another gateway', () => `https://gateway.invalid/ipfs/${cid}/1`, `/one/ipfs/${cid}/1`],
    ['a bare CID', () => `${cid}/1`, `/one/ipfs/${cid}/1`],
    ['ar:', () => `ar://${arweaveId}/1`, `/arweave/${arweaveId}/1`],
  ])('fetched: %s', async (_, uri, path) => {
    expect(await documentOf(uri())).toEqual({ name: `Token ${path}` })
    expect(server.paths).toEqual([path])
  })

  test('{id}, if the standard uses it', async () => {
    const padded = '1f'.padStart(64, '0')
    server.answer = (_, response) => response.end('{"image":"ipfs://x/{id}.png"}')
    expect(await documentOf(`${server.base}/{id}.json`, '31')).toEqual({ image: `ipfs://x/${padded}.png` })
    expect(server.paths).toEqual([`/${padded}.json`])
    expect(await documentOf(`${server.base}/{id}.json`)).toEqual({ image: 'ipfs://x/{id}.png' })
  })

  test('a picture of any size, whatever type its host states', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3_000_000)])
    const uri = `${server.base}/large`
    for (const type of ['image/png', 'application/octet-stream', 'text/plain']) {
      server.answer = (_, response) => response.setHeader('content-type', type).end(png)
      expect(await documentOf(uri)).toEqual({ image: uri })
    }
  })

  test('an image instead of a document', async () => {
    server.answer = (_, response) => response.setHeader('content-type', 'image/png').end('png')
    expect(await documentOf(`${server.base}/1.png`)).toEqual({ image: `${server.base}/1.png` })
  })

  test('the second gateway is tried if the first does not have it', async () => {
    server.answer = (request, response) =>
      request.url?.startsWith('/one') ? response.writeHead(404).end() : namedDocuments(request, response)
    expect(await documentOf(`ipfs://${cid}/1`)).toEqual({ name: `Token /two/ipfs/${cid}/1` })
    server.answer = (request, response) =>
      request.url?.startsWith('/one') ? response.end('<html>Not here</html>') : namedDocuments(request, response)
    expect(await documentOf(`ipfs://${cid}/1`)).toEqual({ name: `Token /two/ipfs/${cid}/1` })
  })

  test('the most transient of several failures is reported', async () => {
    server.answer = (request, response) => response.writeHead(request.url?.startsWith('/one') ? 404 : 504).end()
    expect(await read(`ipfs://${cid}/1`)).toEqual({
      fault: 'temporarily_unavailable',
      message: 'The host responded with 504.',
    })
  })

  test('built-in documents are not fetched', async () => {
    const localDocument = async (uri: string) =>
      uri === `ipfs://${cid}/1` ? { contentType: 'application/json', body: Buffer.from('{"name":"ours"}') } : undefined
    const uriOptions = { ipfsGateways: [], arweaveGateway: undefined }
    const sources = { outbound: server.outbound, uriOptions, localDocument }
    expect(await readDocument(`ipfs://${cid}/1`, undefined, sources)).toMatchObject({
      document: { value: { name: 'ours' } },
    })
    expect(await readDocument(`ipfs://${cid}/2`, undefined, sources)).toMatchObject({ fault: 'invalid_url' })
    expect(server.paths).toEqual([])
  })
})

describe('hostile input ends with a reason', () => {
  const unsupported = { fault: 'unsupported_media' }
  const gzipBomb = gzipSync(Buffer.alloc(200_000_000))
  const brotliBomb = brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
  const larger = { ...unsupported, message: 'It is larger than 1048576 bytes.' }
  const reasonOf = async (uri: string, fetchMs?: number) => {
    const answer = await read(uri, undefined, fetchMs)
    if (!('fault' in answer)) throw new Error('it was read')
    expect(answer.message).toMatch(/^[A-Z].{10,}\.$/)
    return answer
  }

  test.each<[string, (typeof server)['answer'], object]>([
    ['10 MB of JSON', (_, response) => response.end(`{"name":"${'x'.repeat(10_000_000)}"}`), larger],
    [
      '10 MB without a declared length',
      (_, response) => {
        for (let sent = 0; sent < 160; sent++) response.write('x'.repeat(65_536))
        response.end()
      },
      larger,
    ],
    ['a gzip bomb', (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipBomb), larger],
    ['a brotli bomb', (_, response) => response.setHeader('content-encoding', 'br').end(brotliBomb), larger],
    [
      'invalid gzip',
      (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipBomb.subarray(0, 40)),
      unsupported,
    ],
    ['a redirect loop', ({ url }, response) => response.writeHead(302, { location: `${url}` }).end(), {}],
    [
      'a redirect to a private address',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      { fault: 'invalid_url' },
    ],
    ['a redirect to a file', (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(), {}],
    ['a connection that closes early', ({ socket }) => socket.destroy(), { fault: 'temporarily_unavailable' }],
    ['HTML', (_, response) => response.setHeader('content-type', 'text/html').end('<html></html>'), unsupported],
    ['HTML with a JSON content type', (_, response) => response.end('<!doctype html>'), unsupported],
    ['text', (_, response) => response.end('"only a text"'), unsupported],
    ['a number', (_, response) => response.end('7'), unsupported],
    ['nothing', (_, response) => response.end(), unsupported],
    ['truncated JSON', (_, response) => response.end('{"name":'), unsupported],
    ['JSON 100,000 deep', (_, response) => response.end('['.repeat(1e5) + ']'.repeat(1e5)), unsupported],
  ])('%s', async (_, answer, expected) => {
    server.answer = answer
    expect(await reasonOf(`${server.base}/1`)).toMatchObject(expected)
  })

  test.each<[string, (typeof server)['answer']]>([
    ['silence', () => {}],
    [
      'a slow drip',
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('%s', async (_, answer) => {
    server.answer = answer
    expect(await reasonOf(`${server.base}/1`, 300)).toMatchObject({ fault: 'temporarily_unavailable' })
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/1.json',
    'http://[::1]/1.json',
    'http://[::ffff:10.0.0.1]/1.json',
    'http://127.0.0.2/1.json',
    'http://0x7f000003/1.json',
    'https://user:secret@example.com/1.json',
    'http://example.com:22/1.json',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//example.com/1.json',
    'data:application/json;base64,%%%',
    '{id}',
  ])('%s is never requested', async (uri) => {
    expect((await reasonOf(uri)).fault).toBe('invalid_url')
    expect(server.paths).toEqual([])
  })

  test('a URI larger than a document may be', async () => {
    expect(await reasonOf(`data:application/json,{"name":"${'x'.repeat(1_100_000)}"}`)).toMatchObject(unsupported)
  })

  test('a host with a private name, if private addresses are not allowed', async () => {
    const outbound = createOutbound()
    const uriOptions = { ipfsGateways: [], arweaveGateway: undefined }
    const answer = await readDocument(`${server.base}/1`, undefined, { outbound, uriOptions })
    expect(answer).toMatchObject({ fault: 'invalid_url' })
    expect(server.paths).toEqual([])
    await outbound.close()
  })

  test('a host that resolves to a public address first and to a private one later', async () => {
    const addresses = ['1.1.1.1', '127.0.0.1', '169.254.169.254']
    let asked = 0
    const lookup = ((_name: string, _options: unknown, done: (...told: unknown[]) => void) => {
      const address = addresses[Math.min(asked++, addresses.length - 1)]
      done(null, [{ address, family: 4 }])
    }) as typeof dnsLookup
    const outbound = createOutbound({ lookup })
    const sources = { outbound, uriOptions: { ipfsGateways: [], arweaveGateway: undefined }, fetchMs: 300 }
    const answers = []
    for (const _ of addresses) answers.push(await readDocument('http://rebound.example/1.json', undefined, sources))
    expect(answers[0]).toMatchObject({ message: expect.stringMatching(/\.$/) })
    expect(answers.slice(1)).toMatchObject([{ fault: 'invalid_url' }, { fault: 'invalid_url' }])
    expect(asked).toBe(3)
    expect(server.paths).toEqual([])
    await outbound.close()
  })
})
