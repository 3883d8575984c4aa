/** Functions and events of ERC20, ERC721, ERC1155 and wrapped native coins: their selectors and topics mean nothing else in practice. */
const standardSignatures: ReadonlySet<string> = new Set([
  ...['transfer(address,uint256)', 'transferFrom(address,address,uint256)', 'approve(address,uint256)'],
  ...['balanceOf(address)', 'allowance(address,address)', 'totalSupply()', 'name()', 'symbol()', 'decimals()'],
  ...['deposit()', 'withdraw(uint256)', 'ownerOf(uint256)', 'tokenURI(uint256)', 'getApproved(uint256)'],
  ...['setApprovalForAll(address,bool)', 'isApprovedForAll(address,address)', 'supportsInterface(bytes4)'],
  ...['safeTransferFrom(address,address,uint256)', 'safeTransferFrom(address,address,uint256,bytes)'],
  ...['safeTransferFrom(address,address,uint256,uint256,bytes)', 'uri(uint256)', 'balanceOf(address,uint256)'],
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  ...['Transfer(address,address,uint256)', 'Approval(address,address,uint256)', 'ApprovalForAll(address,address,bool)'],
  ...['Deposit(address,uint256)', 'Withdrawal(address,uint256)', 'URI(string,uint256)'],
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
])

/** Whether nothing is guessed in naming it by its signature alone. */
export const isStandardSignature = (signature: string): boolean => standardSignatures.has(signature)
