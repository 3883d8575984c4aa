import { z } from 'zod'
import type { Anvil } from './anvil.ts'
import { solcOutput } from './solc-output.ts'

/** Small enough for a URI, and an image that a preview can be made of. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="teal"/></svg>'
const document = JSON.stringify({
  name: 'Harbor Light',
  description: 'A light that is its own document.',
  image: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`,
  attributes: [{ trait_type: 'Colour', value: 'Teal' }],
})

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Lights {
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  string public name = "Harbor Lights";
  string public symbol = "LIGHT";
  mapping(uint256 => address) public ownerOf;
  function supportsInterface(bytes4 id) external pure returns (bool) {
    return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
  }
  function tokenURI(uint256) external pure returns (string memory) {
    return "data:application/json;base64,${Buffer.from(document).toString('base64')}";
  }
  constructor(address to) {
    for (uint256 id = 1; id <= 3; id++) {
      ownerOf[id] = to;
      emit Transfer(address(0), to, id);
    }
  }
}`

const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
})

const minedWithinMs = 10_000

/** Deploys "Harbor Lights", an ERC721 collection with on-chain documents and images; one owner has three tokens. */
export const deployNftCollection = async (anvil: Anvil, owner: string): Promise<string> => {
  const compiled = solcOutput({
    language: 'Solidity',
    sources: { Lights: { content: source } },
    settings: { evmVersion: 'prague', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  })
  const code = output.parse(compiled).contracts.Lights?.Lights?.evm.bytecode.object
  const data = `0x${code}${owner.slice(2).padStart(64, '0')}`
  const hash = await anvil.rpc('eth_sendTransaction', [{ from: owner, data, gas: '0x4c4b40' }])
  // The node returns the hash before it has mined the block.
  const giveUpAt = Date.now() + minedWithinMs
  let mined = await anvil.rpc('eth_getTransactionReceipt', [hash])
  while (mined === null && Date.now() < giveUpAt) mined = await anvil.rpc('eth_getTransactionReceipt', [hash])
  const receipt = z.object({ contractAddress: z.string(), status: z.literal('0x1') }).parse(mined)
  return receipt.contractAddress.toLowerCase()
}
