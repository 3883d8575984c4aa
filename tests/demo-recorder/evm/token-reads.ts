import { encodeFunctionData, getAddress, type Hex, parseAbi, toEventSelector } from 'viem'

const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
])
const transfer = toEventSelector('Transfer(address,address,uint256)')
const approval = toEventSelector('Approval(address,address,uint256)')

/** `balanceOf` of both sides of each ERC20 transfer, and `allowance` of each ERC20 approval, in a fixed order. */
export const tokenReads = (logs: readonly { topics: readonly string[] }[]): Hex[] => {
  const reads = logs.flatMap(({ topics: [event, first = '', second = '', ...rest] }): Hex[] => {
    if (rest.length > 0 || second === '') return []
    const sides = [addressOf(first), addressOf(second)] as const
    if (event === approval) return [encodeFunctionData({ abi: erc20, functionName: 'allowance', args: [...sides] })]
    if (event !== transfer) return []
    return sides.map((side) => encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [side] }))
  })
  return [...new Set(reads)].sort()
}

const addressOf = (topic: string) => getAddress(`0x${topic.slice(26)}`)
