import { expect, test } from 'vitest'
import { actionApis, servedApis } from '#lib/server/served-apis.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()
const linksOf = async (path: string): Promise<Set<string | undefined>> => {
  const page = await demo.read(path)
  const links = page.$('main a[href^="/docs/"]').toArray()
  return new Set(links.map((link) => page.$(link).attr('href')))
}

test('the reference lists every endpoint, and the page of an endpoint the others of its API', async () => {
  const listed = await linksOf('/docs')
  const [evm] = servedApis
  const others = await linksOf('/docs/evm/walletTransactions')
  for (const { name, api } of servedApis)
    for (const endpoint of Object.keys(api)) expect(listed).toContain(`/docs/${name}/${endpoint}`)
  for (const { name, endpoints } of actionApis)
    for (const endpoint of endpoints) expect(listed).toContain(`/docs/${name}/${endpoint.name}`)
  for (const endpoint of Object.keys(evm?.api ?? {})) expect(others).toContain(`/docs/evm/${endpoint}`)
  for (const { name } of [...servedApis, ...actionApis]) expect(others).toContain(`/docs/${name}`)
})
