import { expect, test } from 'vitest'
import { demoDocument } from '#lib/demo/archive.ts'
import { folderCid } from '#tests/demo-recorder/art/cid.ts'
import { makeDocuments } from '#tests/demo-recorder/art/documents.ts'

const { folders, files } = makeDocuments()

test('the committed documents match the drawings byte for byte', async () => {
  for (const [path, content] of files) {
    const document = await demoDocument(`ipfs://${path}`)
    expect(Buffer.compare(Buffer.from(document?.body ?? []), Buffer.from(content)), path).toBe(0)
  }
})

test('a document leads to its image, by ipfs URI or through any gateway', async () => {
  const document = await demoDocument(`${folders.postcards}7.json`)
  const { image, name } = JSON.parse(Buffer.from(document?.body ?? []).toString('utf8'))
  expect(name).toBe('Tide Postcard No. 7')
  expect((await demoDocument(image))?.contentType).toBe('image/svg+xml')
  const throughGateway = image.replace('ipfs://', 'https://gateway.example/ipfs/')
  expect(await demoDocument(throughGateway)).toEqual(await demoDocument(image))
  const stamp = await demoDocument(`${folders.stamps}${'3'.padStart(64, '0')}.json`)
  const stampImage = await demoDocument(JSON.parse(Buffer.from(stamp?.body ?? []).toString('utf8')).image)
  expect(stampImage?.contentType).toBe('image/png')
  expect(
    Buffer.from(stampImage?.body ?? [])
      .subarray(1, 4)
      .toString('latin1'),
  ).toBe('PNG')
})

test('a URI that is not part of the demo is undefined', async () => {
  for (const uri of [
    'ipfs://bafyunknown/1.json',
    'https://elsewhere.example/1.json',
    'data:,x',
    `${folders.stamps}99`,
  ]) {
    expect(await demoDocument(uri)).toBeUndefined()
  }
})

test('an empty folder has the well-known content id', () => {
  expect(folderCid(new Map())).toBe('bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354')
})
