/** ERC-4337: the EntryPoints of each version, which have the same address on every chain. */
const versions = new Map<string, '0.6' | '0.7' | '0.8'>([
  ['0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', '0.6'],
  ['0x0000000071727de22e5e9d8baf0edac6f37da032', '0.7'],
  ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', '0.8'],
])

export const entryPoints = [...versions.keys()] as `0x${string}`[]

/** Null for a contract that is not a known EntryPoint. */
export const entryPointVersion = (address: string) => versions.get(address) ?? null

/** keccak256 of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`. */
export const executedTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
