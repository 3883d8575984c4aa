import { expect, test } from 'vitest'
import { readUri, type UriTarget } from '#lib/outbound/token-uri.ts'

const options = {
  ipfsGateways: ['https://a.example/ipfs/', 'https://b.example/ipfs/'],
  arweaveGateway: 'https://ar.example/',
}
const v0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const arweave = 'a'.repeat(43)

const read = (uri: string, tokenId?: string): UriTarget =>
  readUri(uri, { ...options, ...(tokenId !== undefined && { substitute: { tokenId } }) })
const inlineText = (uri: string): string => {
  const target = read(uri)
  return target.kind === 'inline' ? `${target.contentType} ${Buffer.from(target.body).toString()}` : target.kind
}
const urls = (uri: string, tokenId?: string): readonly string[] => {
  const target = read(uri, tokenId)
  return target.kind === 'fetch' ? target.urls : []
}
const inIpfs = (path: string): string[] => options.ipfsGateways.map((gateway) => `${gateway}${path}`)

test.each([
  [`ipfs://${v0}/1.json`, `${v0}/1.json`],
  [`ipfs://ipfs/${v0}/1.json`, `${v0}/1.json`],
  [`ipfs:/${v0}`, v0],
  [`ipfs:${v1}`, v1],
  [`/ipfs/${v0}/1`, `${v0}/1`],
  [`ipfs/${v1}`, v1],
  [v0, v0],
  [`${v1}/7.json`, `${v1}/7.json`],
  [`"ipfs://${v0}/1"`, `${v0}/1`],
  [`'ipfs://${v0}/1'`, `${v0}/1`],
  [`IPFS://${v0}/1.json`, `${v0}/1.json`],
  [`Ipfs:${v0}`, v0],
  [`ipfs://ipfs://${v0}/1`, `${v0}/1`],
  [`ipfs://ipfs/ipfs/${v0}/1`, `${v0}/1`],
  [`dweb:/ipfs/${v1}/1`, `${v1}/1`],
  [`fs:/ipfs/${v1}`, v1],
  [`/ipfs/ipfs/${v0}`, v0],
  [`ipfs://${v0}/My Lantern #1.json`, `${v0}/My%20Lantern%20%231.json`],
  [`ipfs://${v0}/My%20Lantern.json`, `${v0}/My%20Lantern.json`],
])('IPFS as %s', (uri, path) => expect(urls(uri)).toEqual(inIpfs(path)))

test('a gateway named in the URI is tried last', () => {
  expect(urls(`https://gone.example/ipfs/${v0}/1`)).toEqual([...inIpfs(`${v0}/1`), `https://gone.example/ipfs/${v0}/1`])
  expect(urls(`https://${v1}.ipfs.gone.example/1`)).toEqual([...inIpfs(`${v1}/1`), `https://${v1}.ipfs.gone.example/1`])
})

test.each([
  [`https://ipfs.io/ipfs/ipfs://${v0}/1`, `${v0}/1`],
  [`https://ipfs.io/ipfs/ipfs/${v0}/1`, `${v0}/1`],
  [`ipfs://https://ipfs.io/ipfs/${v0}/1`, `${v0}/1`],
])('a scheme and a gateway in one: %s', (uri, path) => expect(urls(uri).slice(0, 2)).toEqual(inIpfs(path)))

test.each([
  ['ipns://lanterns.example/1.png', 'lanterns.example/1.png'],
  [`ipns://k51${'a'.repeat(59)}/p.png`, `k51${'a'.repeat(59)}/p.png`],
  ['/ipns/lanterns.example/1', 'lanterns.example/1'],
  ['IPNS://lanterns.example', 'lanterns.example'],
])('IPNS as %s', (uri, path) =>
  expect(urls(uri)).toEqual(['https://a.example/ipns/', 'https://b.example/ipns/'].map((base) => base + path)),
)

test('what only looks like a gateway is plain HTTP', () => {
  for (const uri of [`https://a.example/proxy?u=/ipfs/${v0}`, `https://a.example/${v0}`, 'https://ipfs.example/1.json'])
    expect(urls(uri)).toEqual([uri])
})

test('Arweave and plain HTTP', () => {
  expect(urls(`AR://${arweave}/1.json`)).toEqual([`https://ar.example/${arweave}/1.json`])
  expect(urls(`ar://${arweave}/1.json`)).toEqual([`https://ar.example/${arweave}/1.json`])
  expect(urls('https://lanterns.example/meta/1?x=ä b')).toEqual(['https://lanterns.example/meta/1?x=%C3%A4%20b'])
  expect(urls('http://lanterns.example')).toEqual(['http://lanterns.example'])
})

test('{id} becomes 64 lower-case hex digits, only for ERC1155', () => {
  const hex = `${'0'.repeat(62)}ff`
  expect(urls('https://m.example/{id}.json', '255')).toEqual([`https://m.example/${hex}.json`])
  expect(urls('https://m.example/%7Bid%7D', '255')).toEqual([`https://m.example/${hex}`])
  expect(urls('https://m.example/{id}.json')).toEqual(['https://m.example/%7Bid%7D.json'])
})

test.each([
  [`data:application/json;base64,${Buffer.from('{"name":"ü"}').toString('base64')}`, 'application/json {"name":"ü"}'],
  ['data:application/json;utf8,{"name":"100%"}', 'application/json {"name":"100%"}'],
  ['data:application/json,%7B%22name%22%3A%22x%22%7D', 'application/json {"name":"x"}'],
  ['data:application/json;charset=utf-8,{"a":"#1"}', 'application/json {"a":"#1"}'],
  ['data:,hello', 'text/plain hello'],
  ['data:image/svg+xml;utf8,<svg width="100%"></svg>', 'image/svg+xml <svg width="100%"></svg>'],
  ['data:image/svg+xml,%3Csvg%3E%3C/svg%3E', 'image/svg+xml <svg></svg>'],
  ['{"name":"raw"}', 'application/json {"name":"raw"}'],
  ['<svg></svg>', 'image/svg+xml <svg></svg>'],
  ["{'name': 'almost',}", "application/json {'name': 'almost',}"],
])('embedded content: %s', (uri, expected) => expect(inlineText(uri)).toBe(expected))

test.each([
  '',
  'nothing',
  'ftp://a.example/',
  'data:nothing',
  'ipfs://short',
  '{broken',
  'javascript:alert(1)',
  'data:;base64,§',
])('not a URI: %s', (uri) => expect(read(uri).kind).toBe('invalid'))

test('IPFS and Arweave can be switched off', () => {
  const off = { ipfsGateways: [], arweaveGateway: undefined }
  expect(readUri(`ipfs://${v0}`, off).kind).toBe('invalid')
  expect(readUri(`ar://${arweave}`, off).kind).toBe('invalid')
})
