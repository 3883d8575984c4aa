import { isHex } from '#lib/base/hex.ts'
import { type AbiItem, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { type ContractFunction, guessedFunction } from '#lib/evm/abi/contract-functions.ts'
import { type ReadCall, readCall } from '#lib/evm/abi/decode-call.ts'

/** An ABI parameter as JSON: what `abiIndex` compiles. */
export type AbiInput = { name: string; type: string; indexed: boolean; components?: AbiInput[] }

export type Declaration = { name: string; inputs: AbiInput[] }

/** Deeper or longer declarations exist in no known ABI. */
const depthMax = 12
const lengthMax = 4_000

/**
 * Parses `swap((address token,uint256 amount)[] legs,address indexed to)`: types with the names of parameters, if the source has
 * them. Tuples are written out. Undefined if the text is not of this form; scans the text once.
 */
export const parseDeclaration = (text: string): Declaration | undefined => {
  const open = text.indexOf('(')
  const name = text.slice(0, open)
  if (open < 1 || text.length > lengthMax || !isIdentifier(name)) return undefined
  const inputs = parseInputs(text.slice(open), 0)
  return inputs?.rest === '' ? { name, inputs: inputs.inputs } : undefined
}

/** The parameters from `(` to its `)`, and what follows. */
const parseInputs = (text: string, depth: number): { inputs: AbiInput[]; rest: string } | undefined => {
  if (depth > depthMax || !text.startsWith('(')) return undefined
  if (text.startsWith('()')) return { inputs: [], rest: text.slice(2) }
  const inputs: AbiInput[] = []
  let rest = text
  do {
    const tuple = rest.startsWith('(', 1) ? parseInputs(rest.slice(1), depth + 1) : undefined
    const after = tuple ? tuple.rest : rest.slice(1)
    const end = after.search(/[,)]/)
    if (end < 0) return undefined
    const [base = '', ...words] = after.slice(0, end).split(' ')
    const indexed = words[0] === 'indexed'
    const [name = '', ...more] = indexed ? words.slice(1) : words
    if (more.length > 0 || (name !== '' && !isIdentifier(name))) return undefined
    const type = tuple ? `tuple${base}` : base
    inputs.push({ name, type, indexed, ...(tuple && { components: tuple.inputs }) })
    rest = after.slice(end)
  } while (rest.startsWith(','))
  return { inputs, rest: rest.slice(1) }
}

const isIdentifier = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)

/** The text of a declaration, which `parseDeclaration` reads. */
export const formatDeclaration = ({ name, inputs }: Declaration): string => `${name}(${inputs.map(inputText).join()})`

const inputText = ({ type, name, indexed, components }: AbiInput): string => {
  const typeText = components ? `(${components.map(inputText).join()})${type.slice('tuple'.length)}` : type
  return [typeText, ...(indexed ? ['indexed'] : []), ...(name ? [name] : [])].join(' ')
}

const selectorLength = 10

/** A function written with its selector in place of its name, `0x1234abcd(address,uint256)`. Undefined if the text is not of this form. */
export const unnamedFunction = (text: string): Omit<ContractFunction, 'mutability'> | undefined => {
  const selector = text.slice(0, selectorLength).toLowerCase()
  if (!/^0x[0-9a-f]{8}$/.test(selector) || !isHex(selector)) return undefined
  const declaration = parseDeclaration(`unnamed${text.slice(selectorLength)}`)
  const items = declaration && abiIndex([{ type: 'function', ...declaration }])?.functions.values()
  const [item] = [...(items ?? [])].flat()
  return (
    item &&
    guessedFunction(selector, { ...item, name: selector, signature: item.signature.replace('unnamed', selector) })
  )
}

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

const permit = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const key = '(address currency0,address currency1,uint24 fee,int24 tickSpacing,address hooks)'
const hop = '(address intermediateCurrency,uint24 fee,int24 tickSpacing,address hooks,bytes hookData)'
const exactIn = 'address recipient,uint256 amountIn,uint256 amountOutMin'
const exactOut = 'address recipient,uint256 amountOut,uint256 amountInMax'

/**
 * Uniswap's Universal Router (v1.2 and v2, `Commands.sol` and `Dispatcher.sol`): each byte of `commands` is an operation, whose arguments
 * are the item of `inputs` at its place. Numbers used twice are of two versions.
 */
const commands: Record<number, readonly string[]> = {
  0: [`V3_SWAP_EXACT_IN(${exactIn},bytes path,bool payerIsUser)`],
  1: [`V3_SWAP_EXACT_OUT(${exactOut},bytes path,bool payerIsUser)`],
  2: ['PERMIT2_TRANSFER_FROM(address token,address recipient,uint160 amount)'],
  3: [`PERMIT2_PERMIT_BATCH((${permit}[] details,address spender,uint256 sigDeadline) permitBatch,bytes signature)`],
  4: ['SWEEP(address token,address recipient,uint256 amountMin)'],
  5: ['TRANSFER(address token,address recipient,uint256 amount)'],
  6: ['PAY_PORTION(address token,address recipient,uint256 bips)'],
  8: [`V2_SWAP_EXACT_IN(${exactIn},address[] path,bool payerIsUser)`],
  9: [`V2_SWAP_EXACT_OUT(${exactOut},address[] path,bool payerIsUser)`],
  10: [`PERMIT2_PERMIT((${permit} details,address spender,uint256 sigDeadline) permitSingle,bytes signature)`],
  11: ['WRAP_ETH(address recipient,uint256 amount)'],
  12: ['UNWRAP_WETH(address recipient,uint256 amountMin)'],
  13: ['PERMIT2_TRANSFER_FROM_BATCH((address from,address to,uint160 amount,address token)[] batchDetails)'],
  14: ['BALANCE_CHECK_ERC20(address owner,address token,uint256 minBalance)'],
  16: ['V4_SWAP(bytes actions,bytes[] params)', 'SEAPORT(uint256 value,bytes data)'],
  19: [`V4_INITIALIZE_POOL(${key} poolKey,uint160 sqrtPriceX96)`],
  33: ['EXECUTE_SUB_PLAN(bytes commands,bytes[] inputs)'],
}

/** Uniswap v4 (`Actions.sol`, `V4Router.sol`), within `V4_SWAP`. */
const actions: Record<number, readonly string[]> = {
  6: [
    `SWAP_EXACT_IN_SINGLE((${key} poolKey,bool zeroForOne,uint128 amountIn,uint128 amountOutMinimum,bytes hookData) params)`,
  ],
  7: [`SWAP_EXACT_IN((address currencyIn,${hop}[] path,uint128 amountIn,uint128 amountOutMinimum) params)`],
  8: [
    `SWAP_EXACT_OUT_SINGLE((${key} poolKey,bool zeroForOne,uint128 amountOut,uint128 amountInMaximum,bytes hookData) params)`,
  ],
  9: [`SWAP_EXACT_OUT((address currencyOut,${hop}[] path,uint128 amountOut,uint128 amountInMaximum) params)`],
  11: ['SETTLE(address currency,uint256 amount,bool payerIsUser)'],
  12: ['SETTLE_ALL(address currency,uint256 maxAmount)'],
  14: ['TAKE(address currency,address recipient,uint256 amount)'],
  15: ['TAKE_ALL(address currency,uint256 minAmount)'],
  16: ['TAKE_PORTION(address currency,address recipient,uint256 bips)'],
}

const tables = { commands, actions }

/** The bit that lets a command fail without the others, and those above the numbers of any version. */
const numberMask = 0x3f

const itemsOf = (declarations: readonly string[]): AbiItem[] =>
  declarations.flatMap((text) => {
    const declaration = parseDeclaration(text)
    const index = declaration && abiIndex([{ type: 'function', ...declaration }])
    return index ? [...index.functions.values()].flat() : []
  })

const selectorBytes = 4

/** The operation of one byte with its arguments; undefined if it is not known or they do not fit. */
export const readCommand = (
  table: keyof typeof tables,
  command: number,
  argumentBytes: Uint8Array,
): ReadCall | undefined => {
  const number = table === 'commands' ? command & numberMask : command
  const input = Buffer.concat([Buffer.alloc(selectorBytes), argumentBytes])
  for (const item of itemsOf(tables[table][number] ?? [])) {
    const read = readCall(item, input)
    if (read) return read
  }
  return undefined
}
