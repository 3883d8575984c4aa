import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInsideChain } from '#tests/evm/trace/replay/inside-chain.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilIndexed } from './browser-test.ts'
import { installEvmWallet } from './evm-wallet.ts'

test('a wallet that does not know the chain is told so where no public node is configured', async ({
  page,
  context,
  stopLater,
}) => {
  const chain = await startInsideChain()
  stopLater(chain)
  const folder = mkdtempSync(join(tmpdir(), 'abis-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  writeFileSync(join(folder, `${chain.token}.json`), JSON.stringify(chain.abis.token))
  const server = await startSpyglass({ NODE_URL_LOCAL: chain.anvil.url, ABI_DIR: folder })
  stopLater(server)
  await untilIndexed(server.url)
  const wallet = await installEvmWallet(context, chain.anvil.rpc, {
    ...{ account: chain.sender, chainId: '0x1', knownChains: ['0x1'] },
  })
  const call = new URLSearchParams({
    ...{ function: 'approve(address,uint256)', a0: `0x${'bb'.repeat(20)}`, a1: '1', from: chain.sender },
  })
  await page.goto(`${server.url}/local/address/${chain.token}/write?${call}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await simulation.getByRole('button', { name: /^Switch to/ }).click()
  await expect(simulation.getByText('The wallet does not know Local devnet (chain id 31337)')).toBeVisible()
  expect(wallet.added()).toEqual([])
})
