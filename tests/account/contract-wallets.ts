import { z } from 'zod'
import type { Anvil } from '#tests/support/anvil.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

/** What the contract does when it is asked about a signature. */
export const manners = { honest: 0, refusing: 1, reverting: 2, endless: 3, lavish: 4 } as const

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Wallet {
  address immutable owner;
  uint256 immutable manner;
  constructor(address owner_, uint256 manner_) { owner = owner_; manner = manner_; }
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    if (manner == ${manners.refusing}) return 0xffffffff;
    if (manner == ${manners.reverting}) revert("not today");
    while (manner == ${manners.endless}) {}
    if (manner == ${manners.lavish}) assembly { mstore(0, hex"1626ba7e") return(0, 64) }
    require(signature.length == 65, "another length");
    address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
    return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}`

const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
})

const compiled = (): string => {
  const { contracts } = output.parse(
    solcOutput({
      language: 'Solidity',
      sources: { Wallet: { content: source } },
      settings: { evmVersion: 'prague', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
    }),
  )
  return contracts.Wallet?.Wallet?.evm.bytecode.object ?? ''
}

/** Deploys contract wallets of EIP-1271 that an owner's key signs for. */
export const createContractWallets = async (anvil: Anvil) => {
  const code = compiled()
  const [from] = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))
  return {
    deploy: async (owner: string, manner: keyof typeof manners = 'honest'): Promise<string> => {
      const word = (hex: string) => hex.padStart(64, '0')
      const data = `0x${code}${word(owner.slice(2))}${word(String(manners[manner]))}`
      const hash = await anvil.rpc('eth_sendTransaction', [{ from, data, gas: '0x4c4b40' }])
      await anvil.rpc('evm_mine')
      const receipt = await anvil.rpc('eth_getTransactionReceipt', [hash])
      return z.object({ contractAddress: z.string(), status: z.literal('0x1') }).parse(receipt).contractAddress
    },
    /** Sets code that an account delegates to (EIP-7702). */
    delegate: (account: string, to: string) => anvil.rpc('anvil_setCode', [account, `0xef0100${to.slice(2)}`]),
  }
}
