import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'

/* The paths, forms and envelopes that Etherscan's clients require, over the demo ledger. */

let server: Awaited<ReturnType<typeof demoApi>>
beforeAll(async () => {
  server = await demoApi()
}, 180_000)
afterAll(async () => await server?.stop())

const read = async (response: Response) => ({ status: response.status, body: await response.json() })
const get = async (path: string) => read(await fetch(server.url + path))
const unverified = 'module=contract&action=getabi&address=0x00000000000000000000000000000000000000aa'
const answer = { status: 200, body: { status: '0', message: 'NOTOK', result: 'Contract source code not verified' } }
const chains = async () => (await get('/v2/chainlist')).body.result as { chainid: string; apiurl: string }[]
const demoId = async () => (await chains())[0]?.chainid ?? ''

describe('every door', () => {
  test('answers the same action, with and without a trailing slash', async () => {
    const id = await demoId()
    for (const path of ['/api?', '/api/?', '/demo/api?', `/${id}/api?`, '/etherscan/api?', '/etherscan/api/?'])
      expect([path, await get(path + unverified)]).toEqual([path, answer])
    expect(await get(`/v2/api?chainid=${id}&${unverified}`)).toEqual(answer)
    // As chainlist's address, to which clients append.
    expect(await get(`/v2/api?chainid=${id}&chainid=${id}&${unverified}`)).toEqual(answer)
  })

  test('reads names in any case, from the query, a form, or both', async () => {
    const id = await demoId()
    const fields = { MODULE: 'contract', Action: 'getabi', ADDRESS: '0x00000000000000000000000000000000000000AA' }
    const multipart = new FormData()
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value)
    multipart.append('chainId', id)
    const url = `${server.url}/v2/api`
    const post = async (to: string, body: FormData | URLSearchParams) => read(await fetch(to, { method: 'POST', body }))
    expect(await post(url, new URLSearchParams({ ...fields, chainId: id }))).toEqual(answer)
    expect(await post(url, multipart)).toEqual(answer)
    expect(await post(`${url}?chainid=${id}&module=contract&action=getabi`, new URLSearchParams(fields))).toEqual(
      answer,
    )
    const json = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(await read(json)).toMatchObject({ status: 200, body: { status: '0', message: 'NOTOK' } })
  })

  test('may be asked by other sites', async () => {
    const response = await fetch(`${server.url}/v2/api`, {
      method: 'OPTIONS',
      headers: { origin: 'https://remix.example' },
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  test('is listed by chain', async () => {
    expect((await get('/v2/chainlist')).body).toEqual({
      comments: expect.any(String),
      totalcount: 1,
      result: [
        {
          chainname: expect.any(String),
          chainid: expect.stringMatching(/^\d+$/),
          blockexplorer: expect.stringMatching(/\/demo$/),
          apiurl: expect.stringMatching(/\/v2\/api\?chainid=\d+$/),
          status: 1,
        },
      ],
    })
  })
})

describe('an error', () => {
  test('has status 200, and the text that clients look for', async () => {
    const id = await demoId()
    const faults: [string, string][] = [
      ['/v2/api?module=contract&action=getabi', 'Missing or unsupported chainid parameter (required for v2 api)'],
      ['/api?chainid=999999999&module=contract&action=getabi', 'Missing or unsupported chainid parameter'],
      ['/nowhere/api?module=contract&action=getabi', 'Missing or unsupported chainid parameter'],
      [`/v2/api?chainid=${id}&module=x&action=getabi`, 'Error! Missing Or invalid Module name'],
      [`/v2/api?chainid=${id}&module=contract&action=x`, 'Error! Missing Or invalid Action name'],
      [`/v2/api?chainid=${id}&module=constructor&action=toString`, 'Error! Missing Or invalid Module name'],
      ['/api', 'Error! Missing Or invalid Module name'],
      ['/api?module=contract&action=getabi&address=0x12', 'Error! Invalid address format'],
      ['/api?module=contract&action=getcontractcreation', 'Missing/Invalid API Key'],
      ['/api?module=contract&action=getcontractcreation&apikey=wrong', 'Invalid API Key'],
      [
        `/api?module=contract&action=getcontractcreation&apikey=${apiKey}`,
        'Error! Missing parameter contractaddresses',
      ],
    ]
    for (const [path, text] of faults)
      expect([path, await get(path)]).toEqual([
        path,
        { status: 200, body: { status: '0', message: 'NOTOK', result: expect.stringContaining(text) } },
      ])
  })
})
