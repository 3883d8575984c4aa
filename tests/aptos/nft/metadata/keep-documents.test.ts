import { setTimeout as wait } from 'node:timers/promises'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NftMediaView } from '#components/nft/nft-document.tsx'
import { parseInput } from '#lib/api/parse-input.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { keepDocuments } from '#lib/aptos/nft/keep-documents.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { createTokenMetadata } from '#lib/aptos/nft/token-metadata.ts'
import { keepMedia } from '#lib/media/keep-media.ts'
import { createMediaHandler } from '#lib/media/media-handler.ts'
import { createMediaRecords } from '#lib/media/media-records.ts'
import { openFirstAttempts, type WorkerAttempts } from '#lib/store/attempts/attempts.ts'
import { type AttemptTables, setAsideWords } from '#lib/store/attempts/attempts-table.ts'
import { nftOptions } from '#tests/aptos/nft/nft-services.ts'
import { addressOf, collectionOf, creatorOf } from '#tests/aptos/nft/token-ledger.ts'
import { filmOf, picture, sha256Hex, testDirectories } from '#tests/media/media-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { documentServer } from '#tests/support/document-server.ts'
import { type MetadataStore, metadataStores, storeTokens } from './token-rows.ts'

const startMs = 1_700_000_000_000
const siteUrl = 'https://explorer.example'
const cid = 'bafybeih56j5docet5hv7ttxvrilj7ybalpowvaozaoll5e2ghhrhkebkvy'
const directory = testDirectories()

type File = { type?: string; body: string | Uint8Array; status?: number } | 'silence'
const files = new Map<string, File>()
let server: Awaited<ReturnType<typeof documentServer>>
beforeAll(async () => {
  server = await documentServer(({ url = '' }, response) => {
    const file = files.get(url) ?? { status: 404, body: '' }
    if (file === 'silence') return
    response.writeHead(file.status ?? 200, { 'content-type': file.type ?? 'application/json' }).end(file.body)
  })
})
beforeEach(() => {
  files.clear()
  server.paths.length = 0
})
afterAll(() => server.close())

const serve = (path: string, body: object | Uint8Array | string, type?: string): string => {
  const content = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  files.set(path, { body: content, type })
  return `${server.base}${path}`
}

/** What the API says at a time. */
const apiOf = (store: MetadataStore, now = startMs) => {
  const media = createMediaRecords({ store, siteUrl, now: () => now })
  const metadata = createTokenMetadata({ store, media, now: () => now })
  const service = createAptosNftExplorerService({ ...nftOptions(store), metadata })
  const parsed = async <Name extends keyof typeof aptosNftExplorerApi>(name: Name, raw: Record<string, string>) => {
    const input = parseInput(aptosNftExplorerApi[name], raw)
    const answer = await (service[name] as (input: unknown) => Promise<unknown>)(input)
    return aptosNftExplorerApi[name].output.parse(answer) as never
  }
  type Attributes = {
    result: { token_data_id_hash: string; metadata_status: string; attributes: { value: unknown }[] | null }[]
  }
  type Listed = { result: { media: { status: string; media_collection?: { low: { url: string } } } | null }[] }
  return {
    token: async (id: string): Promise<Record<string, unknown>> =>
      await parsed('aptosToken', { token_data_id_hash: id }),
    attributes: async (): Promise<Attributes> =>
      await parsed('aptosCollectionAttributes', { collection_data_id_hash: collectionOf(0), limit: '100' }),
    collection: async (): Promise<Record<string, unknown>> =>
      await parsed('aptosCollection', { collection_data_id_hash: collectionOf(0) }),
    lists: async (): Promise<Listed[]> => [
      await parsed('aptosAccountTokens', { address: addressOf(0) }),
      await parsed('aptosCollectionTokens', { collection_data_id_hash: collectionOf(0) }),
      await parsed('aptosCreatorCollections', { address: creatorOf(0) }),
    ],
  }
}

/** Runs the worker's loops over documents and pictures until nothing is due. */
const keep = async (
  store: MetadataStore,
  { now = startMs, fetchMs = 2_000, attempts }: { now?: number; fetchMs?: number; attempts?: WorkerAttempts } = {},
): Promise<string[]> => {
  const stopped = new AbortController()
  const warnings: string[] = []
  const log = { warn: (_: object, text: string) => warnings.push(text) }
  const sources = {
    outbound: server.outbound,
    uriOptions: { ipfsGateways: [`${server.base}/ipfs/`], arweaveGateway: undefined },
    fetchMs,
  }
  const options = { now: () => now, pollMs: 10, attempts }
  const running = [
    keepDocuments(store, sources, log, { signal: stopped.signal, options }),
    keepMedia(store, { ...sources, directory: directory() }, log, { signal: stopped.signal, options }),
  ]
  const isDue = async (table: 'aptos_documents' | 'evm_media') =>
    (await store.db.selectFrom(table).select('uri').where('due_at', '<=', now).limit(1).execute()).length > 0
  while ((await isDue('aptos_documents')) || (await isDue('evm_media'))) await wait(10)
  stopped.abort()
  await Promise.all(running)
  return warnings
}

describe.each(dialects)('documents of Aptos tokens on %s', (dialect) => {
  const createStore = metadataStores(dialect)

  test('a token, its lists and its collection show what their URI names once the worker has read it', async () => {
    const store = await createStore()
    const png = await picture('png', 300, 300)
    serve(`/ipfs/${cid}/art.png`, png, 'text/plain')
    const uri = serve('/1.json', {
      name: 'Wizard 1',
      description: 'A wizard folded from paper.',
      image: `ipfs://${cid}/art.png`,
      attributes: [{ trait_type: 'Hat', value: 'Pointed' }],
    })
    const [id = ''] = await storeTokens(store, [uri])
    expect(await apiOf(store).token(id)).toMatchObject({
      metadata_status: 'processing',
      metadata_error: null,
      normalized_metadata: null,
      media: { status: 'processing', original_media_url: null },
    })
    expect(await keep(store)).toEqual([])
    const low = { url: `${siteUrl}/media/${sha256Hex(png)}/low.webp`, width: 100, height: 100 }
    const media = {
      status: 'success',
      category: 'image',
      media_collection: { low },
      original_media_url: `ipfs://${cid}/art.png`,
    }
    const read = {
      metadata_status: 'success',
      metadata_error: null,
      normalized_metadata: {
        name: 'Wizard 1',
        description: 'A wizard folded from paper.',
        attributes: [{ trait_type: 'Hat', value: 'Pointed' }],
      },
      media,
    }
    expect(await apiOf(store).token(id)).toMatchObject(read)
    expect(await apiOf(store).collection()).toMatchObject(read)
    for (const { result } of await apiOf(store).lists()) expect(result).toMatchObject([{ media }])
  })

  test('a URI may be the picture itself; lists request the documents of all their tokens', async () => {
    const store = await createStore()
    const png = await picture('png', 20, 10)
    const uris = [serve('/a.png', png, 'application/octet-stream'), serve('/b.json', { name: 'No picture' })]
    const ids = await storeTokens(store, uris)
    const [held] = await apiOf(store).lists()
    expect(held?.result.map(({ media }) => media?.status)).toEqual(['processing', 'processing'])
    await keep(store)
    const tokens = await Promise.all(ids.map((id) => apiOf(store).token(id)))
    expect(tokens).toMatchObject([
      { metadata_status: 'success', media: { status: 'success', original_media_url: uris[0] } },
      { metadata_status: 'success', media: { status: 'invalid_url', original_media_url: null } },
    ])
  })

  test('a film or sound can be played through this server', async () => {
    const store = await createStore()
    const film = filmOf(10_000)
    const sound = Buffer.from('ID3\x04 and so on')
    const uris = [
      serve('/film.json', { animation_url: serve('/film.mp4', film, 'video/mp4') }),
      serve('/sound', sound, 'audio/mpeg'),
    ]
    const ids = await storeTokens(store, uris)
    await Promise.all(ids.map((id) => apiOf(store).token(id)))
    await keep(store)
    const uriOptions = { ipfsGateways: [], arweaveGateway: undefined }
    const handle = createMediaHandler({
      ...{ store, directory: directory(), originals: { outbound: server.outbound, uriOptions } },
      log: { warn: () => {} },
    })
    const played = ids.map(async (id) => {
      const { media } = (await apiOf(store).token(id)) as { media: NftMedia }
      const html = renderToStaticMarkup(createElement(NftMediaView, { media, name: 'One', isOwn: true }))
      expect(renderToStaticMarkup(createElement(NftMediaView, { media, name: 'One', isOwn: false }))).not.toContain(
        'Play',
      )
      expect(html).toContain(`Play ${media.category}`)
      const path = `/media/original/${sha256Hex(Buffer.from(media.original_media_url ?? ''))}`
      const answer = await handle(new Request(`${siteUrl}${path}`))
      return [media.category, answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]
    })
    expect(await Promise.all(played)).toEqual([
      ['video', 'video/mp4', Buffer.from(film)],
      ['audio', 'audio/mpeg', sound],
    ])
  })

  test('hostile documents end with a reason, in bounded size, and delay no other', async () => {
    const store = await createStore()
    const inline = `data:image/svg+xml;base64,${'A'.repeat(100_000)}`
    const flood = Array.from({ length: 900 }, (_, index) => ({ trait_type: `t${index}`, value: 'x'.repeat(600) }))
    files.set('/silent.json', 'silence')
    files.set('/gone.json', { status: 404, body: '' })
    const uris = [
      serve('/page', '<!doctype html><html></html>', 'text/html'),
      serve('/large.json', `{"name":"${'x'.repeat(5_000_000)}"}`),
      serve('/deep.json', '['.repeat(50_000) + ']'.repeat(50_000)),
      serve('/inline.json', { name: 'Inline', image: inline }),
      serve('/flood.json', { name: 'n'.repeat(200_000), attributes: flood }),
      serve('/script.json', { name: 'Script', image: 'javascript:alert(1)' }),
      serve('/local.json', { name: 'Local', image: 'http://169.254.169.254/latest/meta-data' }),
      'http://10.0.0.1/1.json',
      'javascript:alert(1)',
      `https://cut.example/${'a'.repeat(492)}`,
      `${server.base}/silent.json`,
      `${server.base}/gone.json`,
      serve('/good.json', { name: 'Good' }),
    ]
    const ids = await storeTokens(store, uris)
    await Promise.all(ids.map((id) => apiOf(store).token(id)))
    // The silent document waits that long; on a busy machine others take most of it.
    await keep(store, { fetchMs: 4_000 })
    await keep(store)
    const tokens = await Promise.all(ids.map((id) => apiOf(store).token(id)))
    const lines = tokens.map(({ metadata_status, media }) => {
      const { status } = media as { status: string }
      return `${metadata_status} ${status}`
    })
    expect(lines).toEqual([
      'unsupported_media unsupported_media',
      'unsupported_media unsupported_media',
      'unsupported_media unsupported_media',
      'success invalid_url',
      'success invalid_url',
      'success invalid_url',
      'success invalid_url',
      'invalid_url invalid_url',
      'invalid_url invalid_url',
      'invalid_url invalid_url',
      'temporarily_unavailable temporarily_unavailable',
      'host_unavailable host_unavailable',
      'success invalid_url',
    ])
    expect(tokens[3]).toMatchObject({ metadata_error: 'The image inside the document is larger than 64 KiB.' })
    expect(Math.max(...tokens.map((token) => JSON.stringify(token).length))).toBeLessThan(100_000)
    const unread = tokens.filter(({ metadata_status }) => metadata_status !== 'success')
    for (const { uri, metadata_error } of unread)
      if (!String(uri).startsWith('https://cut.example')) expect(metadata_error, String(uri)).toMatch(/^[A-Z].+\.$/)
  })

  test('a document that crashed the worker too often is set aside with a reason, and the others are read', async () => {
    const store = await createStore()
    const [bad, good] = [serve('/bad.json', { name: 'Bad' }), serve('/good.json', { name: 'Good' })]
    const [first = '', second = ''] = await storeTokens(store, [bad, good])
    await apiOf(store).token(first)
    await apiOf(store).token(second)
    const key = `0x${sha256Hex(Buffer.from(bad))}`
    await store
      .withTables<AttemptTables>()
      .db.insertInto('work_attempt')
      .values({
        chain: 0,
        kind: 'aptos-documents',
        key,
        attempts: 3,
        started_at: null,
        worker: '',
        crashed_at: startMs,
        retry_at: null,
        reason: 'It crashed.',
      })
      .execute()
    await keep(store, { attempts: await openFirstAttempts(store) })
    expect(await apiOf(store).token(first)).toMatchObject({
      metadata_status: 'unsupported_media',
      metadata_error: setAsideWords,
    })
    expect(await apiOf(store).token(second)).toMatchObject({ metadata_status: 'success' })
    expect(server.paths).toEqual(['/good.json'])
  })

  test('documents of a whole collection become due one by one, and at once where a page shows them', async () => {
    const store = await createStore()
    const uris = Array.from({ length: 100 }, (_, index) =>
      serve(`/${index}.json`, { name: `n${index}`, attributes: [{ trait_type: 'Hat', value: `hat ${index}` }] }),
    )
    const ids = await storeTokens(store, uris)
    const { attributes, token } = apiOf(store)
    const { result } = await attributes()
    expect(result.map(({ metadata_status, attributes }) => [metadata_status, attributes])).toEqual(
      ids.map(() => ['processing', null]),
    )
    await attributes()
    const due = async () =>
      (await store.db.selectFrom('aptos_documents').select(['uri', 'due_at']).execute()).map(
        ({ uri, due_at }) => [Number(due_at) - startMs, uri] as const,
      )
    const dues = (await due()).map(([ms]) => ms).sort((a, b) => a - b)
    expect(dues).toEqual(ids.map((_, index) => index * 50))
    const [last, latest] = (await due()).find(([ms]) => ms === 99 * 50) ?? []
    expect(last).toBe(99 * 50)
    await token(ids[uris.indexOf(latest ?? '')] ?? '')
    expect((await due()).find(([, uri]) => uri === latest)?.[0]).toBe(0)
    await keep(store, { now: startMs + 100 * 50 })
    const counted = await attributes()
    expect(counted.result.map(({ attributes }) => attributes?.length)).toEqual(ids.map(() => 1))
  })

  test('attributes for counting are bounded, whatever a document has', async () => {
    const store = await createStore()
    const flood = Array.from({ length: 900 }, (_, index) => ({ trait_type: `t${index}`, value: '😀'.repeat(150) }))
    const mixed = [
      { trait_type: 'x'.repeat(500), value: { nested: 'y'.repeat(500) } },
      { trait_type: 'Level', value: 7 },
      { trait_type: 'Shiny', value: true },
      { value: 'bare' },
    ]
    await storeTokens(store, [
      serve('/flood.json', { attributes: flood }),
      serve('/mixed.json', { attributes: mixed }),
      'javascript:alert(1)',
    ])
    await apiOf(store).attributes()
    await keep(store, { now: startMs + 1_000 })
    const { result } = await apiOf(store).attributes()
    const byLength = result.map(({ attributes }) => attributes).sort((a, b) => (b?.length ?? -1) - (a?.length ?? -1))
    expect(byLength.map((attributes) => attributes?.length)).toEqual([100, 4, undefined])
    expect(Math.max(...byLength.flatMap((all) => all?.map((one) => JSON.stringify(one).length) ?? []))).toBeLessThan(
      600,
    )
    expect(byLength[1]?.map(({ value }) => value)).toEqual([expect.stringMatching(/^\{"nested":"y+$/), 7, true, 'bare'])
    expect(JSON.stringify(byLength[0]).isWellFormed()).toBe(true)
  })

  test('a host that fails is asked again later', async () => {
    const store = await createStore()
    files.set('/late.json', { status: 500, body: '' })
    const [id = ''] = await storeTokens(store, [`${server.base}/late.json`])
    await apiOf(store).token(id)
    await keep(store)
    expect(await apiOf(store).token(id)).toMatchObject({ metadata_status: 'temporarily_unavailable' })
    serve('/late.json', { name: 'Late' })
    await keep(store, { now: startMs + 59_000 })
    expect(await apiOf(store).token(id)).toMatchObject({ metadata_status: 'temporarily_unavailable' })
    await keep(store, { now: startMs + 61_000 })
    expect(await apiOf(store).token(id)).toMatchObject({
      metadata_status: 'success',
      normalized_metadata: { name: 'Late' },
    })
  })
})
