import type { Hex } from '#lib/base/hex.ts'

/** First topics of token events: keccak256 of the signature in the comment. */
export const tokenTopic = {
  /** Transfer(address,address,uint256): ERC-20 and ERC-721. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC20Transfer(address,address,uint256): the fungible half of ERC-404, beside the Transfer of its NFTs. */
  erc20Transfer: '0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487',
  /** Approval(address,address,uint256): ERC-20 and ERC-721. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** TransferSingle(address,address,address,uint256,uint256): ERC-1155. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]): ERC-1155. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** ConsecutiveTransfer(uint256,uint256,address,address): ERC-2309. */
  consecutiveTransfer: '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d',
  /** Deposit(address,uint256): wrapped native coins. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** Withdrawal(address,uint256): wrapped native coins. */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  /** Assign(address,uint256): CryptoPunks. */
  punkAssign: '0x8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba',
  /** PunkTransfer(address,address,uint256): CryptoPunks. */
  punkTransfer: '0x05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8',
  /** PunkBought(uint256,uint256,address,address): CryptoPunks. */
  punkBought: '0x58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3',
} as const satisfies Record<string, Hex>

/** Every first topic that decoding reads, used to request logs from a node. */
export const tokenTopics: readonly Hex[] = Object.values(tokenTopic)
