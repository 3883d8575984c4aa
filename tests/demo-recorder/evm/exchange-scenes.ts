import uniswapFactory from '@uniswap/v2-core/build/UniswapV2Factory.json' with { type: 'json' }
import uniswapPair from '@uniswap/v2-core/build/UniswapV2Pair.json' with { type: 'json' }
import { type Abi, type Address, concat, encodeFunctionData, type Hex, parseEther, toHex, zeroAddress } from 'viem'
import { role } from '#lib/demo/cast.ts'
import type { Stage } from './stage.ts'

/** Who deals on the exchange; the first is also the first owner of the Safe. */
const dealers = [8, 3, 5, 7, 11] as const
const [odile, ansel, ines, keeper, juno] = dealers
const owners = [odile, ines, juno] as const
const far = 8_453n
const amount = (coins: number) => parseEther(String(coins))

type Play = (block: (play: () => Promise<unknown>) => Promise<void>) => Promise<void>

/**
 * The morning after the story: an exchange, a vault with shares, loans, a bridge and a Safe open at the harbor, and each is used in every
 * way that it has.
 */
export const playExchange = async (stage: Stage, block: Parameters<Play>[0]): Promise<void> => {
  for (const part of [openExchange, dealOnExchange, useVault, stakeAndBorrow, crossOver, tradeLanterns, useSafe])
    await part(stage)(block)
}

const addressOf = (stage: Stage, name: string): Address => stage.contract(name).address

const openExchange =
  (stage: Stage): Play =>
  async (block) => {
    const studio = role.studio
    const coin = addressOf(stage, 'HarborCoin')
    const wrapped = addressOf(stage, 'WrappedSpy')
    await block(async () => {
      await stage.deployCode(studio, 'UniswapV2Factory', {
        abi: uniswapFactory.abi as Abi,
        bytecode: `0x${uniswapFactory.bytecode}`,
        args: [stage.address(studio)],
      })
    })
    await block(() => stage.call(studio, 'UniswapV2Factory', 'createPair', [coin, wrapped], { gas: 3_000_000n }))
    const factory = stage.contract('UniswapV2Factory')
    const found = await stage.read(
      factory.address,
      encodeFunctionData({ abi: factory.abi, functionName: 'allPairs', args: [0n] }),
    )
    const pair: Address = `0x${found.slice(26)}`
    stage.register('UniswapV2Pair', pair, uniswapPair.abi as Abi)
    await block(async () => {
      await stage.deploy(studio, 'HarborRouter', [pair, coin, wrapped])
      await stage.deploy(studio, 'HarborShares', [coin])
      await stage.deploy(studio, 'Breakwater', [coin])
      await stage.deploy(studio, 'FarShoreBridge', [])
      await stage.deploy(studio, 'LanternBids', [addressOf(stage, 'PaperLanterns')])
    })
    await block(async () => {
      for (const who of dealers)
        await stage.call(studio, 'HarborCoin', 'transfer', [stage.address(who), amount(2_000)], { gas: 70_000n })
      await stage.call(studio, 'WrappedSpy', 'deposit', [], { value: amount(40), gas: 80_000n })
    })
    const users = ['HarborRouter', 'HarborShares', 'Breakwater', 'FarShoreBridge']
    await block(async () => {
      for (const who of [studio, ...dealers])
        for (const user of who === studio ? ['HarborRouter', 'Breakwater'] : users)
          await stage.call(who, 'HarborCoin', 'approve', [addressOf(stage, user), amount(50_000)], { gas: 60_000n })
      await stage.call(studio, 'WrappedSpy', 'approve', [addressOf(stage, 'HarborRouter'), amount(100)], {
        gas: 60_000n,
      })
    })
    await block(() =>
      stage.call(studio, 'HarborRouter', 'addLiquidity', [amount(20_000), amount(32), stage.address(studio)], {
        gas: 400_000n,
      }),
    )
  }

const dealOnExchange =
  (stage: Stage): Play =>
  async (block) => {
    const coin = addressOf(stage, 'HarborCoin')
    const pair = stage.contract('UniswapV2Pair')
    const router = addressOf(stage, 'HarborRouter')
    const swap = (who: number, functionName: string, args: unknown[], value = 0n) =>
      stage.call(who, 'HarborRouter', functionName, args, { value, gas: 320_000n })
    await block(async () => {
      await swap(odile, 'swapExactTokensForETH', [amount(310), amount(0.4), stage.address(odile)])
      await swap(ansel, 'swapExactETHForTokens', [amount(600), stage.address(ansel)], amount(1.2))
      await swap(ines, 'swapExactTokensForTokens', [amount(145.5), 0n, coin, stage.address(ines)])
    })
    await block(async () => {
      await swap(keeper, 'swapExactTokensForTokens', [amount(80), 0n, coin, stage.address(juno)])
      await stage.call(juno, 'HarborRouter', 'swapExactTokensForETH', [amount(500), amount(4), stage.address(juno)], {
        gas: 320_000n,
        fails: true,
      })
      const { abi } = stage.contract('HarborRouter')
      const calls = [
        ['swapExactTokensForTokens', [amount(60), 0n, coin, stage.address(ansel)]],
        ['swapExactTokensForETH', [amount(90), 0n, stage.address(ansel)]],
      ] as const
      const inner = calls.map(([functionName, args]) => encodeFunctionData({ abi, functionName, args: [...args] }))
      await swap(ansel, 'multicall', [inner])
    })
    await block(() => stage.call(role.studio, 'UniswapV2Pair', 'approve', [router, amount(1_000)], { gas: 60_000n }))
    const held = await stage.read(
      pair.address,
      encodeFunctionData({ abi: pair.abi, functionName: 'balanceOf', args: [stage.address(role.studio)] }),
    )
    await block(() => swap(role.studio, 'removeLiquidity', [BigInt(held) / 4n, stage.address(role.studio)]))
  }

const useVault =
  (stage: Stage): Play =>
  async (block) => {
    const deposit = (who: number, coins: number) =>
      stage.call(who, 'HarborShares', 'deposit', [amount(coins), stage.address(who)])
    await block(async () => {
      await deposit(odile, 400)
      await deposit(juno, 250)
    })
    await block(() =>
      stage.call(odile, 'HarborShares', 'redeem', [amount(150), stage.address(odile), stage.address(odile)]),
    )
  }

const stakeAndBorrow =
  (stage: Stage): Play =>
  async (block) => {
    await block(async () => {
      await stage.call(role.studio, 'Breakwater', 'stake', [amount(1_000)])
      await stage.call(ines, 'Breakwater', 'stake', [amount(600)])
      await stage.call(keeper, 'Breakwater', 'stake', [amount(220)])
    })
    await block(async () => {
      await stage.call(ines, 'Breakwater', 'borrow', [amount(300)])
      await stage.call(keeper, 'Breakwater', 'claim', [])
      await stage.call(keeper, 'Breakwater', 'borrow', [amount(900)], { fails: true })
    })
    await block(async () => {
      await stage.call(ines, 'Breakwater', 'repay', [amount(300)])
      await stage.call(keeper, 'Breakwater', 'unstake', [amount(120)])
    })
  }

const crossOver =
  (stage: Stage): Play =>
  (block) =>
    block(async () => {
      const coin = addressOf(stage, 'HarborCoin')
      await stage.call(ansel, 'FarShoreBridge', 'bridgeERC20', [coin, amount(75), far, stage.address(ansel)])
      await stage.call(keeper, 'FarShoreBridge', 'bridgeETH', [far, stage.address(keeper)], { value: amount(0.35) })
    })

/** Two lanterns of the studio go: one to the highest bidder, one for another lantern. */
const tradeLanterns =
  (stage: Stage): Play =>
  async (block) => {
    const bids = addressOf(stage, 'LanternBids')
    const lanterns = stage.contract('PaperLanterns')
    const ownerOf = async (id: bigint) =>
      stage
        .read(lanterns.address, encodeFunctionData({ abi: lanterns.abi, functionName: 'ownerOf', args: [id] }))
        .then((found) => `0x${found.slice(26)}`)
        .catch(() => zeroAddress)
    const nextIn = async (isWanted: (owner: string) => boolean, from: bigint): Promise<bigint> =>
      isWanted(await ownerOf(from)) ? from : nextIn(isWanted, from + 1n)
    const price = amount(0.8)
    const own = await nextIn((owner) => owner === stage.address(role.studio), 1n)
    const second = await nextIn((owner) => owner === stage.address(role.studio), own + 1n)
    const taken = await nextIn((owner) => owner === stage.address(ansel), 1n)
    await block(async () => {
      await stage.call(odile, 'LanternBids', 'placeBid', [], { value: price })
      for (const who of [role.studio, ansel])
        await stage.call(who, 'PaperLanterns', 'setApprovalForAll', [bids, true], { gas: 60_000n })
    })
    await block(async () => {
      await stage.call(role.studio, 'LanternBids', 'acceptBid', [stage.address(odile), own])
      await stage.call(role.studio, 'LanternBids', 'trade', [second, taken])
    })
  }

/** The Safe pays, and then counts another owner among its own. */
const useSafe =
  (stage: Stage): Play =>
  async (block) => {
    await block(async () => {
      const singleton = await stage.deploy(role.studio, 'HarborSafe', [], 'HarborSafe', { gas: 7_000_000n })
      await stage.deploy(role.studio, 'HarborSafeProxy', [singleton])
      stage.alias('HarborSafeProxy', addressOf(stage, 'HarborSafeProxy'), 'HarborSafe')
    })
    const safe = stage.contract('HarborSafeProxy')
    await block(async () => {
      const members = owners.map((who) => stage.address(who))
      const none = zeroAddress
      await stage.call(role.studio, 'HarborSafeProxy', 'setup', [members, 2n, none, '0x', none, none, 0n, none], {
        gas: 400_000n,
      })
      await stage.call(odile, 'HarborCoin', 'transfer', [safe.address, amount(200)], { gas: 80_000n })
    })
    const coin = stage.contract('HarborCoin')
    const pay = encodeFunctionData({
      abi: coin.abi,
      functionName: 'transfer',
      args: [stage.address(ansel), amount(120)],
    })
    await block(() => execute(stage, coin.address, pay))
    const add = encodeFunctionData({
      abi: safe.abi,
      functionName: 'addOwnerWithThreshold',
      args: [stage.address(keeper), 2n],
    })
    await block(() => execute(stage, safe.address, add))
  }

/** A transaction of the Safe, signed by two owners and sent by one of them. */
const execute = async (stage: Stage, to: Address, data: Hex): Promise<void> => {
  const { address, abi } = stage.contract('HarborSafeProxy')
  const nonce = BigInt(await stage.read(address, encodeFunctionData({ abi, functionName: 'nonce' })))
  const call = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress]
  const hash = await stage.read(
    address,
    encodeFunctionData({ abi, functionName: 'getTransactionHash', args: [...call, nonce] }),
  )
  const signers = owners.slice(0, 2).toSorted((a, b) => (stage.address(a) < stage.address(b) ? -1 : 1))
  const signatures = await Promise.all(signers.map((who) => stage.signHash(who, hash)))
  await stage.call(ines, 'HarborSafeProxy', 'execTransaction', [...call, concat(signatures)], { gas: 300_000n })
}

/** Six blobs of a rollup that keeps its data here: the last block of the ledger, see `withoutBlobs`. */
export const postBlobs = async (stage: Stage): Promise<void> => {
  const blobs = Array.from({ length: 6 }, (_, index) => toHex(new Uint8Array(131_072).fill(index, 31, 32)))
  await stage.sendBlobs(22, { to: '0xff00000000000000000000000000000000535059', blobs, gas: 21_000n })
}
