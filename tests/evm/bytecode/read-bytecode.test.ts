import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { readBytecode } from '#lib/evm/bytecode/read-bytecode.ts'
import { compileAll } from '#tests/evm/verification/deployments.ts'

/** Compares `msg.sig` itself, as transparent proxies do, and has a function of its own. */
const proxy = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
interface Admin {
  function upgradeTo(address) external;
  function upgradeToAndCall(address, bytes calldata) external;
  function changeAdmin(address) external;
  function admin() external returns (address);
  function implementation() external returns (address);
}
contract Proxy {
  address public target;
  fallback() external payable {
    bytes4 selector = msg.sig;
    if (selector == Admin.upgradeTo.selector) target = address(1);
    else if (selector == Admin.upgradeToAndCall.selector) target = address(6);
    else if (selector == Admin.changeAdmin.selector) target = address(2);
    else if (selector == Admin.admin.selector) target = address(3);
    else if (selector == Admin.implementation.selector) target = address(4);
    else if (msg.value == 0x20) target = address(5);
    else revert();
  }
}`

const signatures = [
  'target()',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'changeAdmin(address)',
  'admin()',
  'implementation()',
]

test.each([
  ['via IR', { viaIR: true, optimizer: { enabled: true, runs: 200 } }],
  ['without IR', { optimizer: { enabled: true, runs: 200 } }],
  ['without IR, for many runs', { optimizer: { enabled: true, runs: 1_000_000 } }],
])('finds selectors that the source compares itself, as solc writes them %s', (_, settings) => {
  const code = compileAll(settings, proxy).get('Proxy')?.evm.deployedBytecode.object ?? ''
  const { selectors } = readBytecode(toBytes(`0x${code}`))
  expect(selectors).toEqual(signatures.map((one) => toFunctionSelector(one)).sort())
})

test('finds them as solc 0.8.9 writes them without IR', () => {
  // From a transparent proxy on Ethereum: `selector == upgradeTo.selector`, then `upgradeToAndCall`.
  const code = '0x600035631b2ce7f360e11b8114156100655760016000555b63278f794360e11b81141561008657'
  expect(readBytecode(toBytes(code)).selectors).toEqual(['0x3659cfe6', '0x4f1ef286'])
})

test('takes no other shifted constant for a selector', () => {
  // A constant of five bytes, and one that is shifted to the middle of the word.
  expect(readBytecode(toBytes('0x60003563ffffffff60e41b81141561008657')).selectors).toEqual([])
  expect(readBytecode(toBytes('0x60003563278f794360a01b81141561008657')).selectors).toEqual([])
})

test('does not take what another contract must return for a selector', () => {
  // `onERC721Received(…) != 0x150b7a02` in a contract that loads the answer from memory.
  expect(readBytecode(toBytes('0x600035608051630a85bd0160e11b81141561008657')).selectors).toEqual([])
})
