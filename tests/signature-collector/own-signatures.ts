type OwnSignatures = {
  contract: string
  /** Where its makers publish it. */
  source: string
  declarations: readonly string[]
}

const swapDescription =
  '(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount,uint256 minReturnAmount,uint256 flags'

/** Functions and events of contracts whose ABI no npm package carries. */
export const ownSignatures: readonly OwnSignatures[] = [
  {
    contract: 'MetaSwap',
    source: 'MetaMask Swaps, 0x881d40237659c251811cec9c364ef91dc08d300c on Ethereum',
    declarations: [
      'function swap(string aggregatorId,address tokenFrom,uint256 amount,bytes data)',
      'event Swap(string indexed aggregatorId,address indexed sender)',
    ],
  },
  {
    contract: 'OffchainAggregator',
    source: 'github.com/smartcontractkit/libocr',
    declarations: [
      'function transmit(bytes _report,bytes32[] _rs,bytes32[] _ss,bytes32 _rawVs)',
      'event NewTransmission(uint32 indexed aggregatorRoundId,int192 answer,address transmitter,int192[] observations,bytes observers,bytes32 rawReportContext)',
    ],
  },
  {
    contract: 'AggregationRouter (3 to 6)',
    source: '1inch, 0x1111111254eeb25477b68fb85ed929f73a960582 and others on Ethereum',
    declarations: [
      `function swap(address caller,${swapDescription},bytes permit) desc,bytes data)`,
      `function swap(address executor,${swapDescription}) desc,bytes permit,bytes data)`,
      `function swap(address executor,${swapDescription}) desc,bytes data)`,
      'function unoswap(address srcToken,uint256 amount,uint256 minReturn,bytes32[] pools)',
      'function unoswap(address srcToken,uint256 amount,uint256 minReturn,uint256[] pools)',
      'function unoswap(uint256 token,uint256 amount,uint256 minReturn,uint256 dex)',
      'function unoswapTo(address recipient,address srcToken,uint256 amount,uint256 minReturn,uint256[] pools)',
      'function uniswapV3Swap(uint256 amount,uint256 minReturn,uint256[] pools)',
      'function uniswapV3SwapTo(address recipient,uint256 amount,uint256 minReturn,uint256[] pools)',
      'event Swapped(address sender,address srcToken,address dstToken,address dstReceiver,uint256 spentAmount,uint256 returnAmount)',
    ],
  },
  {
    contract: 'EtherDelta',
    source: 'github.com/etherdelta/smart_contract',
    declarations: [
      'function trade(address tokenGet,uint256 amountGet,address tokenGive,uint256 amountGive,uint256 expires,uint256 nonce,address user,uint8 v,bytes32 r,bytes32 s,uint256 amount)',
      'function cancelOrder(address tokenGet,uint256 amountGet,address tokenGive,uint256 amountGive,uint256 expires,uint256 nonce,uint8 v,bytes32 r,bytes32 s)',
      'function order(address tokenGet,uint256 amountGet,address tokenGive,uint256 amountGive,uint256 expires,uint256 nonce)',
      'function depositToken(address token,uint256 amount)',
      'function withdrawToken(address token,uint256 amount)',
      'event Order(address tokenGet,uint256 amountGet,address tokenGive,uint256 amountGive,uint256 expires,uint256 nonce,address user)',
      'event Cancel(address tokenGet,uint256 amountGet,address tokenGive,uint256 amountGive,uint256 expires,uint256 nonce,address user,uint8 v,bytes32 r,bytes32 s)',
      'event Trade(address tokenGet,uint256 amountGet,address tokenGive,uint256 amountGive,address get,address give)',
      'event Deposit(address token,address user,uint256 amount,uint256 balance)',
      'event Withdraw(address token,address user,uint256 amount,uint256 balance)',
    ],
  },
  {
    contract: 'Exchange (IDEX 1)',
    source: '0x2a0c0dbecc7e4d658f48e01e3fa353f44050c208 on Ethereum',
    declarations: [
      'function trade(uint256[8] tradeValues,address[4] tradeAddresses,uint8[2] v,bytes32[4] rs)',
      'function adminWithdraw(address token,uint256 amount,address user,uint256 nonce,uint8 v,bytes32 r,bytes32 s,uint256 feeWithdrawal)',
    ],
  },
  {
    contract: 'MetaAggregationRouterV2',
    source: 'KyberSwap, 0x6131b5fae19ea4f9d964eac0408e4408b66337b5 on Ethereum',
    declarations: [
      'function swap((address callTarget,address approveTarget,bytes targetData,(address srcToken,address dstToken,address[] srcReceivers,uint256[] srcAmounts,address[] feeReceivers,uint256[] feeAmounts,address dstReceiver,uint256 amount,uint256 minReturnAmount,uint256 flags,bytes permit) desc,bytes clientData) execution)',
      'event Exchange(address pair,uint256 amountOut,address output)',
      'event ClientData(bytes clientData)',
    ],
  },
  {
    contract: 'WalletSimple, Forwarder',
    source: 'github.com/BitGo/eth-multisig-v4',
    declarations: [
      'function sendMultiSig(address toAddress,uint256 value,bytes data,uint256 expireTime,uint256 sequenceId,bytes signature)',
      'function sendMultiSigToken(address toAddress,uint256 value,address tokenContractAddress,uint256 expireTime,uint256 sequenceId,bytes signature)',
      'function createForwarder()',
      'function createForwarder(address parent,bytes32 salt)',
      'function flushTokens(address tokenContractAddress)',
      'event ForwarderCreated(address newForwarderAddress,address parentAddress)',
      'function flushForwarderTokens(address forwarderAddress,address tokenContractAddress)',
      'event Deposited(address from,uint256 value,bytes data)',
      'event ForwarderDeposited(address from,uint256 value,bytes data)',
      'event Transacted(address msgSender,address otherSigner,bytes32 operation,address toAddress,uint256 value,bytes data)',
    ],
  },
  {
    contract: 'Starknet, MemoryPageFactRegistry, MerkleStatementContract',
    source: 'github.com/starkware-libs/starkex-contracts, github.com/starkware-libs/cairo-lang',
    declarations: [
      'function registerContinuousMemoryPage(uint256 startAddr,uint256[] values,uint256 z,uint256 alpha,uint256 prime)',
      'function updateState(uint256[] programOutput,uint256 onchainDataHash,uint256 onchainDataSize)',
      'function verifyFRI(uint256[] proof,uint256[] friQueue,uint256 evaluationPoint,uint256 friStepSize,uint256 expectedRoot)',
      'event ConsumedMessageToL2(address indexed fromAddress,uint256 indexed toAddress,uint256 indexed selector,uint256[] payload,uint256 nonce)',
      'event LogMessageToL1(uint256 indexed fromAddress,address indexed toAddress,uint256[] payload)',
      'event LogMemoryPageFactContinuous(bytes32 factHash,uint256 memoryHash,uint256 prod)',
    ],
  },
  {
    contract: 'XENCrypto',
    source: 'github.com/FairCrypto/XEN-crypto',
    declarations: [
      'function claimRank(uint256 term)',
      'function claimMintReward()',
      'function claimMintRewardAndShare(address other,uint256 pct)',
      'event RankClaimed(address indexed user,uint256 term,uint256 rank)',
      'event MintClaimed(address indexed user,uint256 rewardAmount)',
    ],
  },
  {
    contract: 'AaveTokenV2',
    source: 'github.com/aave/aave-token-v2',
    declarations: ['event DelegatedPowerChanged(address indexed user,uint256 amount,uint8 delegationType)'],
  },
  {
    contract: 'Exchange (0x 2)',
    source: 'github.com/0xProject/0x-monorepo',
    declarations: [
      'event Fill(address indexed makerAddress,address indexed feeRecipientAddress,address takerAddress,address senderAddress,uint256 makerAssetFilledAmount,uint256 takerAssetFilledAmount,uint256 makerFeePaid,uint256 takerFeePaid,bytes32 indexed orderHash,bytes makerAssetData,bytes takerAssetData)',
    ],
  },
  {
    contract: 'AllowanceHolder',
    source: 'github.com/0xProject/0x-settler',
    declarations: ['function exec(address operator,address token,uint256 amount,address target,bytes data)'],
  },
  {
    contract: 'KittyCore, SaleClockAuction',
    source: 'github.com/dapperlabs/cryptokitties-bounty',
    declarations: [
      'function giveBirth(uint256 _matronId)',
      'function bid(uint256 _tokenId)',
      'function breedWithAuto(uint256 _matronId,uint256 _sireId)',
      'function bidOnSiringAuction(uint256 _sireId,uint256 _matronId)',
      'function createSaleAuction(uint256 _kittyId,uint256 _startingPrice,uint256 _endingPrice,uint256 _duration)',
      'function createSiringAuction(uint256 _kittyId,uint256 _startingPrice,uint256 _endingPrice,uint256 _duration)',
      'event Transfer(address from,address to,uint256 tokenId)',
      'event Approval(address owner,address approved,uint256 tokenId)',
      'event Birth(address owner,uint256 kittyId,uint256 matronId,uint256 sireId,uint256 genes)',
      'event Pregnant(address owner,uint256 matronId,uint256 sireId,uint256 cooldownEndBlock)',
      'event AuctionCreated(uint256 tokenId,uint256 startingPrice,uint256 endingPrice,uint256 duration)',
      'event AuctionSuccessful(uint256 tokenId,uint256 totalPrice,address winner)',
      'event AuctionCancelled(uint256 tokenId)',
    ],
  },
  {
    contract: 'CryptoPunksMarket',
    source: 'github.com/larvalabs/cryptopunks',
    declarations: [
      'function buyPunk(uint256 punkIndex)',
      'function offerPunkForSale(uint256 punkIndex,uint256 minSalePriceInWei)',
      'function enterBidForPunk(uint256 punkIndex)',
      'function getPunk(uint256 punkIndex)',
      'function transferPunk(address to,uint256 punkIndex)',
      'function acceptBidForPunk(uint256 punkIndex,uint256 minPrice)',
      'event Assign(address indexed to,uint256 punkIndex)',
      'event PunkTransfer(address indexed from,address indexed to,uint256 punkIndex)',
      'event PunkOffered(uint256 indexed punkIndex,uint256 minValue,address indexed toAddress)',
      'event PunkBidEntered(uint256 indexed punkIndex,uint256 value,address indexed fromAddress)',
      'event PunkBidWithdrawn(uint256 indexed punkIndex,uint256 value,address indexed fromAddress)',
      'event PunkBought(uint256 indexed punkIndex,uint256 value,address indexed fromAddress,address indexed toAddress)',
      'event PunkNoLongerForSale(uint256 indexed punkIndex)',
    ],
  },
  {
    contract: 'Registrar (ENS auctions), ETHRegistrarController',
    source: 'github.com/ensdomains/ens, github.com/ensdomains/ens-contracts',
    declarations: [
      'function newBid(bytes32 sealedBid)',
      'function startAuctions(bytes32[] _hashes)',
      'function startAuctionsAndBid(bytes32[] hashes,bytes32 sealedBid)',
      'function unsealBid(bytes32 _hash,uint256 _value,bytes32 _salt)',
      'function finalizeAuction(bytes32 _hash)',
      'function register(string name,address owner,uint256 duration,bytes32 secret)',
      'function registerWithConfig(string name,address owner,uint256 duration,bytes32 secret,address resolver,address addr)',
      'event AuctionStarted(bytes32 indexed hash,uint256 registrationDate)',
      'event NewBid(bytes32 indexed hash,address indexed bidder,uint256 deposit)',
      'event BidRevealed(bytes32 indexed hash,address indexed owner,uint256 value,uint8 status)',
      'event NameRegistered(string name,bytes32 indexed label,address indexed owner,uint256 cost,uint256 expires)',
      'event NameRenewed(string name,bytes32 indexed label,uint256 cost,uint256 expires)',
    ],
  },
  {
    contract: 'Tornado',
    source: 'github.com/tornadocash/tornado-core',
    declarations: [
      'function deposit(bytes32 _commitment)',
      'function withdraw(bytes _proof,bytes32 _root,bytes32 _nullifierHash,address _recipient,address _relayer,uint256 _fee,uint256 _refund)',
      'event Deposit(bytes32 indexed commitment,uint32 leafIndex,uint256 timestamp)',
      'event Withdrawal(address to,bytes32 nullifierHash,address indexed relayer,uint256 fee)',
    ],
  },
  {
    contract: 'BancorNetwork, BancorConverter',
    source: 'github.com/bancorprotocol/contracts-solidity',
    declarations: [
      'function quickConvertPrioritized(address[] _path,uint256 _amount,uint256 _minReturn,uint256 _block,uint8 _v,bytes32 _r,bytes32 _s)',
      'event Conversion(address indexed fromToken,address indexed toToken,address indexed trader,uint256 amount,uint256 returned,int256 conversionFee)',
      'event PriceDataUpdate(address indexed connectorToken,uint256 tokenSupply,uint256 connectorBalance,uint32 connectorWeight)',
    ],
  },
  {
    contract: 'uniswap_exchange (Uniswap 1)',
    source: 'github.com/Uniswap/v1-contracts',
    declarations: [
      'function ethToTokenSwapInput(uint256 min_tokens,uint256 deadline)',
      'function ethToTokenSwapOutput(uint256 tokens_bought,uint256 deadline)',
      'function ethToTokenTransferInput(uint256 min_tokens,uint256 deadline,address recipient)',
      'function tokenToEthSwapInput(uint256 tokens_sold,uint256 min_eth,uint256 deadline)',
      'function tokenToEthSwapOutput(uint256 eth_bought,uint256 max_tokens,uint256 deadline)',
      'function tokenToTokenSwapInput(uint256 tokens_sold,uint256 min_tokens_bought,uint256 min_eth_bought,uint256 deadline,address token_addr)',
      'event TokenPurchase(address indexed buyer,uint256 indexed eth_sold,uint256 indexed tokens_bought)',
      'event EthPurchase(address indexed buyer,uint256 indexed tokens_sold,uint256 indexed eth_bought)',
      'event AddLiquidity(address indexed provider,uint256 indexed eth_amount,uint256 indexed token_amount)',
      'event RemoveLiquidity(address indexed provider,uint256 indexed eth_amount,uint256 indexed token_amount)',
    ],
  },
  {
    contract: 'Disperse',
    source: '0xd152f549545093347a162dce210e7293f1452150 on Ethereum',
    declarations: [
      'function disperseEther(address[] recipients,uint256[] values)',
      'function disperseToken(address token,address[] recipients,uint256[] values)',
      'function disperseTokenSimple(address token,address[] recipients,uint256[] values)',
    ],
  },
  {
    contract: 'XENTorrent',
    source: 'github.com/FairCrypto/XENFT',
    declarations: ['function bulkClaimRank(uint256 count,uint256 term)'],
  },
  {
    contract: 'CoinTool_App',
    source: '0x0de8bf93da2f7eecb3d9169422413a9bef4ef628 on Ethereum',
    declarations: ['function t(uint256 total,bytes data,bytes _salt)'],
  },
  {
    contract: 'Peggy',
    source: 'github.com/InjectiveLabs/peggo',
    declarations: [
      'function sendToInjective(address _tokenContract,bytes32 _destination,uint256 _amount,string _data)',
    ],
  },
  {
    contract: 'MatchingMarket',
    source: 'github.com/makerdao/maker-otc',
    declarations: [
      'event LogItemUpdate(uint256 id)',
      'event LogMake(bytes32 indexed id,bytes32 indexed pair,address indexed maker,address pay_gem,address buy_gem,uint128 pay_amt,uint128 buy_amt,uint64 timestamp)',
      'event LogKill(bytes32 indexed id,bytes32 indexed pair,address indexed maker,address pay_gem,address buy_gem,uint128 pay_amt,uint128 buy_amt,uint64 timestamp)',
    ],
  },
  {
    contract: 'KyberNetwork, KyberReserve',
    source: 'github.com/KyberNetwork/smart-contracts',
    declarations: [
      'event KyberTrade(address indexed trader,address src,address dest,uint256 srcAmount,uint256 dstAmount,address destWallet,uint256 ethWeiValue,address reserve1,address reserve2,bytes hint)',
      'event TradeExecute(address indexed origin,address src,uint256 srcAmount,address destToken,uint256 destAmount,address destAddress)',
    ],
  },
  {
    contract: 'Hourglass (PoWH3D)',
    source: '0xb3775fb83f7d12a36e0475abdd1fca35c091efbe on Ethereum',
    declarations: [
      'function buy(address _referredBy)',
      'function sell(uint256 _amountOfTokens)',
      'function reinvest()',
      'event onTokenPurchase(address indexed customerAddress,uint256 incomingEthereum,uint256 tokensMinted,address indexed referredBy)',
    ],
  },
  {
    contract: 'ZkEvmV2',
    source: 'github.com/Consensys/linea-contracts',
    declarations: ['event BlockFinalized(uint256 indexed blockNumber,bytes32 indexed stateRootHash)'],
  },
  {
    contract: 'ERC721Tradable',
    source: 'github.com/ProjectOpenSea/opensea-creatures',
    declarations: ['function mintTo(address _to)'],
  },
]
