import { type AbiItem, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { type ReadCall, readCall } from '#lib/evm/abi/decode-call.ts'
import { parseDeclaration } from './declaration.ts'

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
