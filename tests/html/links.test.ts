import { expect, test } from 'vitest'
import { aptosAssets, aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoPages } from './html-page.ts'

/*
 * Links of other explorers, whose host is replaced by ours: each leads to the page of the same item, list or tab. Fragments are read
 * by browsers: tests/pages/links.spec.ts.
 */

const demo = demoPages()
const { busiestWallet: wallet, nestedCalls: hash, harborCoin: coin, lanterns: nft, unknownHash } = demoLedger
const { studio, loaf, loaves } = aptosNfts
const version = demoLedger.aptosVersions.User
const account = `/aptos/account/${studio}`

const links: [from: string, link: string, page: string][] = [
  ['Etherscan', `/tx/${hash}`, `/demo/tx/${hash}`],
  ['Etherscan, in capitals', `/tx/${hash.toUpperCase().replace('0X', '0x')}`, `/demo/tx/${hash}`],
  ['Etherscan', `/tx/${hash}/advanced`, `/demo/tx/${hash}`],
  ['Etherscan', `/block/25`, '/demo/block/25'],
  ['Etherscan', `/block/countdown/2000`, '/demo/block/2000'],
  ['Etherscan', `/address/${wallet}`, `/demo/address/${wallet}`],
  ['Etherscan', `/token/${coin}`, `/demo/token/${coin}`],
  ['Etherscan', `/token/${coin}?a=${wallet}`, `/demo/address/${wallet}/erc20?contract_addresses=${coin}`],
  ['Etherscan', `/token/${nft}?a=3`, `/demo/nft/${nft}/3`],
  ['Etherscan', `/nft/${nft}/3`, `/demo/nft/${nft}/3`],
  ['Etherscan', '/txs', '/demo/transactions'],
  ['Etherscan', `/txs?a=${wallet}`, `/demo/address/${wallet}/transactions`],
  ['Etherscan', `/txs?a=${wallet}&p=2`, `/demo/address/${wallet}/transactions`],
  ['Etherscan', '/txs?block=25', '/demo/block/25'],
  ['Etherscan', `/advanced-filter?fadd=${wallet}`, `/demo/address/${wallet}/transactions?direction=out`],
  [
    'Etherscan',
    `/advanced-filter?fadd=${wallet}&tadd=${coin}`,
    `/demo/address/${wallet}/transactions?direction=out&counterparty=${coin}`,
  ],
  ['Etherscan', `/advanced-filter?tadd=${wallet}`, `/demo/address/${wallet}/transactions?direction=in`],
  ['Etherscan', '/blocks', '/demo/blocks'],
  ['Etherscan', '/blocks?ps=100&p=3', '/demo/blocks'],
  ['Etherscan', '/tokens', '/demo/erc20'],
  ['Etherscan', '/tokens-nft', '/demo/nft'],
  ['Etherscan', '/nft-top-contracts', '/demo/nft'],
  ['Etherscan', '/tokentxns', '/demo/erc20/transfers'],
  ['Etherscan', `/tokentxns?a=${wallet}`, `/demo/address/${wallet}/erc20`],
  ['Etherscan', `/nft-transfers?a=${wallet}`, `/demo/address/${wallet}/nft-transfers`],
  ['Etherscan', '/gastracker', '/demo/gas'],
  ['Etherscan', '/charts', '/demo'],
  ['Etherscan', '/txsPending', '/demo/pending'],
  ['Etherscan', '/txsInternal', '/demo/internal'],
  ['Etherscan', '/contractsVerified', '/demo/contracts/verified'],
  ['Etherscan', '/accounts', '/demo/accounts'],
  ['Blockscout', '/withdrawals', '/demo/withdrawals'],
  ['Aptos Explorer', '/coins?network=mainnet', '/aptos/assets'],
  ['Etherscan', `/readContract?a=${coin}&v=${coin}`, `/demo/address/${coin}/read`],
  ['Etherscan', `/tokenapprovalchecker?search=${wallet}`, `/demo/address/${wallet}/approvals`],
  ['Blockscout', `/tx/${hash}?tab=logs`, `/demo/tx/${hash}/logs`],
  ['Blockscout', `/tx/${hash}?tab=internal`, `/demo/tx/${hash}/internal`],
  ['Blockscout', `/tx/${hash}?tab=token_transfers`, `/demo/tx/${hash}/transfers`],
  ['Blockscout', `/tx/${hash}?tab=state`, `/demo/tx/${hash}/state`],
  ['Blockscout', `/tx/${hash}/internal-transactions`, `/demo/tx/${hash}/internal`],
  ['Blockscout', `/address/${coin}?tab=contract`, `/demo/address/${coin}/code`],
  ['Blockscout', `/address/${coin}?tab=read_contract`, `/demo/address/${coin}/read`],
  ['Blockscout', `/address/${wallet}?tab=token_transfers`, `/demo/address/${wallet}/erc20`],
  ['Blockscout', `/address/${wallet}/internal-transactions`, `/demo/address/${wallet}/internal`],
  ['Blockscout', `/token/${coin}?tab=holders`, `/demo/token/${coin}/holders`],
  ['Blockscout', `/token/${coin}?tab=read_contract`, `/demo/address/${coin}/read`],
  ['Blockscout', `/token/${nft}/instance/3`, `/demo/nft/${nft}/3`],
  ['Blockscout', `/block/25?tab=withdrawals`, '/demo/block/25/withdrawals'],
  ['Blockscout', '/token-transfers', '/demo/erc20/transfers'],
  ['Blockscout', '/gas-tracker', '/demo/gas'],
  ['Aptos Explorer', `/txn/${version}?network=mainnet`, `/aptos/txn/${version}`],
  ['Aptos Explorer', `/txn/${version}/userTxnOverview?network=mainnet`, `/aptos/txn/${version}`],
  ['Aptos Explorer', `/txn/${version}/changes?network=mainnet`, `/aptos/txn/${version}/state`],
  ['Aptos Explorer', `/block/34/overview?network=mainnet`, '/aptos/block/34'],
  ['Aptos Explorer', `/account/${studio}?network=mainnet`, account],
  ['Aptos Explorer', `/account/${studio}/resources?network=mainnet`, `${account}/resources`],
  ['Aptos Explorer', `/account/${studio}/coins?network=mainnet`, `${account}/assets`],
  ['Aptos Explorer', `/account/${studio}`, account],
  ['Aptos Explorer', '/account/0x1/modules/code/chain_id?network=mainnet', '/aptos/account/0x1/modules/chain_id'],
  ['Aptos Explorer', `/object/0x${loaves}?network=mainnet`, `/aptos/collection/${loaves}`],
  ['Aptos Explorer', `/token/0x${loaf}/0?network=mainnet`, `/aptos/token/${loaf}`],
  ['Aptos Explorer', `/fungible_asset/${aptosAssets.pearl}/info?network=mainnet`, `/aptos/asset/${aptosAssets.pearl}`],
  [
    'Aptos Explorer',
    '/coin/0x1%3A%3Aaptos_coin%3A%3AAptosCoin/info',
    '/aptos/asset/0x1%3A%3Aaptos_coin%3A%3AAptosCoin',
  ],
  ['Aptos Explorer', `/fungible_asset/${aptosAssets.pearl}/holders`, `/aptos/asset/${aptosAssets.pearl}/holders`],
  ['Aptos Explorer', '/blocks?network=mainnet', '/aptos/blocks'],
  ['Aptos Explorer', '/transactions?network=mainnet', '/aptos/transactions'],
  ['Aptos Explorer', '/validators?network=mainnet', '/aptos/validators'],
  ['Aptos Explorer', '/validators/all?network=mainnet', '/aptos/validators'],
]

test.each(links)('%s: %s', async (_, link, page) => {
  const response = await fetch(demo.url + link, { redirect: 'manual' })
  expect({ status: response.status, page: response.headers.get('location') }).toEqual({ status: 307, page })
  expect((await fetch(demo.url + page)).ok || page.endsWith('/2000')).toBe(true)
})

test('a link to a transaction that nobody has seen leads to the page that says so', async () => {
  const page = await demo.read(`/tx/${unknownHash}`)
  expect({ url: page.url, status: page.status }).toEqual({ url: `${demo.url}/demo/tx/${unknownHash}`, status: 404 })
  expect(page.main).toContain('has not been seen here')
})

test.each(['/tx/0x12', '/address/none', '/token/0x', `/nft/${wallet}x/1`])('%s is not a page', async (link) => {
  const page = await demo.read(link)
  expect(page.status).toBe(404)
  expect(page.main).toContain('There is no such page')
})

test.each([
  [`https://etherscan.io/txs?a=${wallet}`, `/eth/address/${wallet}/transactions`],
  [`https://etherscan.io/address/${wallet}#tokentxns`, `/eth/address/${wallet}/erc20`],
  ['https://polygonscan.com/gastracker', '/polygon/gas'],
])('a pasted link is read in the same way: %s', async (link, page) => {
  const response = await fetch(`${demo.url}/search?q=${encodeURIComponent(link)}`, { redirect: 'manual' })
  expect(response.headers.get('location')).toBe(page)
})
