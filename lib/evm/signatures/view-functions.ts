/**
 * Functions that standards, and contracts in wide use, define as `view` or `pure`. Bytecode of old compilers makes some of them look
 * like writes: before STATICCALL (EIP-214), reading another contract took the same instruction as changing it.
 */
const viewFunctions: ReadonlySet<string> = new Set([
  // ERC20, with its optional parts, EIP-2612, EIP-5267 and EIP-3156
  ...['name()', 'symbol()', 'decimals()', 'totalSupply()', 'balanceOf(address)', 'allowance(address,address)'],
  ...['_totalSupply()', 'balances(address)', 'allowed(address,address)', 'cap()', 'maxSupply()', 'MAX_SUPPLY()'],
  ...['nonces(address)', 'DOMAIN_SEPARATOR()', 'PERMIT_TYPEHASH()', 'eip712Domain()', 'version()', 'getChainId()'],
  ...['maxFlashLoan(address)', 'flashFee(address,uint256)', 'totalSupplyAt(uint256)', 'balanceOfAt(address,uint256)'],
  // ERC165, ERC721, ERC1155, ERC2981, ERC4906, ERC4907
  ...['supportsInterface(bytes4)', 'ownerOf(uint256)', 'getApproved(uint256)', 'isApprovedForAll(address,address)'],
  ...['tokenURI(uint256)', 'baseURI()', 'contractURI()', 'tokenByIndex(uint256)', 'exists(uint256)'],
  ...['tokenOfOwnerByIndex(address,uint256)', 'tokensOfOwner(address)', 'balanceOf(address,uint256)', 'uri(uint256)'],
  ...['balanceOfBatch(address[],uint256[])', 'totalSupply(uint256)', 'royaltyInfo(uint256,uint256)'],
  ...['userOf(uint256)', 'userExpires(uint256)'],
  // ERC4626
  ...['asset()', 'totalAssets()', 'convertToShares(uint256)', 'convertToAssets(uint256)', 'maxDeposit(address)'],
  ...['maxMint(address)', 'maxWithdraw(address)', 'maxRedeem(address)', 'previewDeposit(uint256)'],
  ...['previewMint(uint256)', 'previewWithdraw(uint256)', 'previewRedeem(uint256)'],
  // ERC1271, ERC1967 and proxies, ERC6551
  ...['isValidSignature(bytes32,bytes)', 'proxiableUUID()', 'implementation()', 'admin()', 'proxyType()'],
  ...['token()', 'isValidSigner(address,bytes)'],
  // OpenZeppelin: Ownable, AccessControl, Pausable, Votes, Governor, TimelockController
  ...['owner()', 'pendingOwner()', 'getOwner()', 'paused()', 'hasRole(bytes32,address)', 'getRoleAdmin(bytes32)'],
  ...['getRoleMember(bytes32,uint256)', 'getRoleMemberCount(bytes32)', 'DEFAULT_ADMIN_ROLE()', 'MINTER_ROLE()'],
  ...['PAUSER_ROLE()', 'clock()', 'CLOCK_MODE()', 'delegates(address)', 'getVotes(address)'],
  ...['getCurrentVotes(address)', 'getPriorVotes(address,uint256)', 'getPastVotes(address,uint256)'],
  ...['getPastTotalSupply(uint256)', 'numCheckpoints(address)', 'checkpoints(address,uint32)', 'getMinDelay()'],
  ...['quorum(uint256)', 'state(uint256)', 'proposalThreshold()', 'votingDelay()', 'votingPeriod()'],
  // Stablecoins: Tether, USD Coin
  ...['deprecated()', 'upgradedAddress()', 'basisPointsRate()', 'maximumFee()', 'MAX_UINT()'],
  ...['getBlackListStatus(address)', 'isBlackListed(address)', 'isBlacklisted(address)', 'isMinter(address)'],
  ...['minterAllowance(address)', 'masterMinter()', 'blacklister()', 'pauser()', 'rescuer()', 'currency()'],
  // Uniswap and its forks
  ...['factory()', 'WETH()', 'token0()', 'token1()', 'getReserves()', 'kLast()', 'MINIMUM_LIQUIDITY()'],
  ...['price0CumulativeLast()', 'price1CumulativeLast()', 'getPair(address,address)', 'allPairs(uint256)'],
  ...['allPairsLength()', 'feeTo()', 'feeToSetter()', 'getPool(address,address,uint24)', 'slot0()', 'liquidity()'],
  ...['fee()', 'tickSpacing()', 'positions(uint256)', 'getAmountsOut(uint256,address[])'],
  ...['getAmountsIn(uint256,address[])', 'quote(uint256,uint256,uint256)', 'ticks(int24)'],
  // Safe, and Chainlink feeds
  ...['getOwners()', 'getThreshold()', 'isOwner(address)', 'nonce()', 'domainSeparator()', 'VERSION()'],
  ...['latestAnswer()', 'latestRoundData()', 'latestRound()', 'getRoundData(uint80)', 'description()', 'aggregator()'],
])

/** Whether a function with this signature only reads, in every contract that follows its standard. */
export const isViewFunction = (signature: string): boolean => viewFunctions.has(signature)
