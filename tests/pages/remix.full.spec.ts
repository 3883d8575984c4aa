import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'
import { counterSource } from '#tests/evm/verification/counter.ts'
import { expect, test, untilIndexed } from './browser-test.ts'
import { deployedSources } from './deployed-sources.ts'

const file = 'contracts/Counter.sol'

/** A page of another site, as Remix is. */
const startSite = async () => {
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Remix</title>'),
  )
  await once(site.listen(0, 'localhost'), 'listening')
  return {
    url: `http://localhost:${(site.address() as AddressInfo).port}/`,
    stop: async () => {
      site.closeAllConnections()
      site.close()
    },
  }
}

test("Remix's plugin verifies a contract with the form that a browser sends", async ({ page, devnet, stopLater }) => {
  const site = await startSite()
  stopLater(site)
  const contracts = deployedSources(devnet, { [file]: { content: counterSource } }, file)
  const address = await contracts.deploy('Counter', [7n])
  await untilIndexed(devnet.url, await devnet.height())
  await page.goto(site.url)

  const door = `${devnet.url}/local/api?module=contract`
  const fields = {
    chainId: '31337',
    codeformat: 'solidity-standard-json-input',
    sourceCode: JSON.stringify(contracts.standardJson),
    contractaddress: address,
    contractname: `${file}:Counter`,
    compilerversion: `v${bundledSolc().version}`,
    constructorArguements: '7'.padStart(64, '0'),
  }
  const submitted = await page.evaluate(
    async ({ url, fields }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return await (await fetch(url, { method: 'POST', body: form })).json()
    },
    { url: `${door}&action=verifysourcecode`, fields },
  )
  expect(submitted).toMatchObject({ status: '1', message: 'OK' })

  const read = (query: string) =>
    page.evaluate(async (url) => (await (await fetch(url)).json()).result as string, `${door}&${query}`)
  await expect.poll(() => read(`action=checkverifystatus&guid=${submitted.result}`)).toBe('Pass - Verified')
  expect(await read(`action=getabi&address=${address}`)).toContain('increment')
})
