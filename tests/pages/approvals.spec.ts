import type { Page } from '@playwright/test'
import { encodeFunctionData, maxUint256 } from 'viem'
import * as z from 'zod'
import { expect, test, untilIndexed } from './browser-test.ts'
import { type DeployedSources, deployedSources } from './deployed-sources.ts'
import type { Devnet } from './devnet.ts'
import { installEvmWallet } from './evm-wallet.ts'

const sources = {
  'src/Tokens.sol': {
    content: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Shells {
    string public name = "Shells";
    string public symbol = "SHL";
    uint8 public decimals = 2;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    constructor() { balanceOf[msg.sender] = 500; emit Transfer(address(0), msg.sender, 500); }
    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}
contract Pearls {
    string public name = "Pearls";
    string public symbol = "PRL";
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    bool public isClosed;
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    constructor() { ownerOf[7] = msg.sender; emit Transfer(address(0), msg.sender, 7); }
    function approve(address approved, uint256 tokenId) external {
        require(!isClosed);
        getApproved[tokenId] = approved;
        emit Approval(msg.sender, approved, tokenId);
    }
    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }
    function close(bool closed) external { isClosed = closed; }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x80ac58cd; }
}
`,
  },
}
const spender = `0x${'ce'.repeat(20)}` as const

let made: DeployedSources
let url: string
let shells: string
let pearls: string
let send: (name: 'Shells' | 'Pearls', to: string, functionName: string, args: readonly unknown[]) => Promise<void>

test.beforeAll(async ({ devnet }: { devnet: Devnet }) => {
  made = deployedSources(devnet, sources, 'src/Tokens.sol')
  shells = await made.deploy('Shells')
  pearls = await made.deploy('Pearls')
  send = async (name, to, functionName, args) => {
    const data = encodeFunctionData({ abi: made.abiOf(name), functionName, args: [...args] })
    await devnet.anvil.rpc('eth_sendTransactionSync', [{ from: made.sender, to, data }])
  }
  await send('Shells', shells, 'approve', [spender, maxUint256])
  await send('Pearls', pearls, 'setApprovalForAll', [spender, true])
  await send('Pearls', pearls, 'approve', [spender, 7n])
  await untilIndexed(devnet.url, await devnet.height())
  url = `${devnet.url}/local/address/${made.sender.toLowerCase()}/approvals`
})

const panelOf = (page: Page) => page.getByRole('region', { name: 'Open approvals' })
const rowOf = (page: Page, text: string) => panelOf(page).getByRole('listitem').filter({ hasText: text })

test('approvals of all kinds are revoked by the wallet of their owner, on its chain, and leave the list when mined', async ({
  page,
  context,
  devnet,
}) => {
  const { rpc } = devnet.anvil
  const owner = made.sender.toLowerCase()
  const wallet = await installEvmWallet(context, rpc, { account: spender, chainId: '0x1' })
  const call = async (name: 'Shells' | 'Pearls', to: string, functionName: string, args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi: made.abiOf(name), functionName, args: [...args] })
    return BigInt(z.string().parse(await rpc('eth_call', [{ to, data }, 'latest'])))
  }
  await page.goto(url)
  await expect(rowOf(page, 'Shells')).toContainText('unlimited')
  await expect(rowOf(page, 'Shells')).toContainText('Spender is a wallet')
  await expect(rowOf(page, '#7')).toContainText('Pearls')
  const collection = rowOf(page, 'whole collection')
  const revoke = (row = collection) => row.getByRole('button', { name: /^Revoke/ })
  await expect(revoke()).toBeDisabled()

  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(panelOf(page)).toContainText('connected with another account')
  await expect(revoke()).toBeDisabled()
  await wallet.set({ account: owner }, page)
  await page.getByRole('button', { name: /^Switch to/ }).click()
  await expect(revoke()).toBeEnabled()

  await wallet.set({ rejects: true })
  await revoke().click()
  await expect(collection).toContainText('You rejected the request in the wallet.')
  await wallet.set({ rejects: false })
  await revoke().click()
  await expect(collection).toHaveCount(0)
  expect(await call('Pearls', pearls, 'isApprovedForAll', [owner, spender])).toBe(0n)

  await revoke(rowOf(page, 'Shells')).click()
  await expect(rowOf(page, 'Shells')).toHaveCount(0)
  expect(await call('Shells', shells, 'allowance', [owner, spender])).toBe(0n)

  await send('Pearls', pearls, 'close', [true])
  await revoke(rowOf(page, '#7')).click()
  await expect(rowOf(page, '#7')).toContainText(/The transaction failed|The wallet refused/)
  await send('Pearls', pearls, 'close', [false])
  await revoke(rowOf(page, '#7')).click()
  await expect(panelOf(page)).toContainText('All of these approvals are revoked.')
  expect(await call('Pearls', pearls, 'getApproved', [7n])).toBe(0n)

  await untilIndexed(devnet.url, await devnet.height())
  await page.reload()
  await expect(panelOf(page)).toContainText('There are no open approvals.')
})
