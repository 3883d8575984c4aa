/** The Aptos Names Service by chain id: mainnet and testnet. Other networks have none. */
export const nameServices: ReadonlyMap<number, string> = new Map([
  [1, '0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c'],
  [2, '0x5f8fd2347449685cf41d4db97926ec3a096eaf381332be4f1318ad4d16a8497c'],
])
