import type { Address } from 'viem'
import { getContractAddress } from 'viem/utils'
import type { Random } from '#tests/demo-recorder/random.ts'

type Nfts = 'lanterns' | 'postcards'

/** What the story believes that it has done so far. The recorder holds it against the chain at the end. */
export class Ledger {
  readonly lanterns = new Map<number, number>()
  readonly postcards = new Map<number, number>()
  readonly offers = new Map<number, { seller: number; price: bigint }>()
  readonly marketApprovals = new Set<number>()
  readonly kept = new Map<number, bigint>()
  nextLantern = 1
  nextPostcard = 0
  isVaultUpgraded = false
  private readonly balances = new Map<string, bigint>()
  private readonly allowances = new Map<string, bigint>()
  private readonly stamps = new Map<string, number>()
  private jarNonce = 1n

  balance(token: string, wallet: number): bigint {
    return this.balances.get(`${token} ${wallet}`) ?? 0n
  }

  grant(token: string, wallet: number, amount: bigint): void {
    this.balances.set(`${token} ${wallet}`, this.balance(token, wallet) + amount)
  }

  /** False, and nothing moved, when there is too little. No `to` is a burn. */
  move(token: string, from: number, to: number | undefined, amount: bigint): boolean {
    if (this.balance(token, from) < amount) return false
    this.grant(token, from, -amount)
    if (to !== undefined) this.grant(token, to, amount)
    return true
  }

  allow(owner: number, spender: number, amount: bigint): void {
    this.allowances.set(`${owner} ${spender}`, amount)
  }

  someAllowance(random: Random): { owner: number; spender: number } | undefined {
    const open = [...this.allowances].filter(([, amount]) => amount > 0n)
    if (open.length === 0) return undefined
    const [owner, spender] = random.pick(open)[0].split(' ').map(Number)
    return { owner: owner ?? 0, spender: spender ?? 0 }
  }

  spend(owner: number, spender: number, to: number, amount: bigint): boolean {
    const key = `${owner} ${spender}`
    const left = this.allowances.get(key) ?? 0n
    if (left < amount || !this.move('HarborCoin', owner, to, amount)) return false
    if (left < 2n ** 256n - 1n) this.allowances.set(key, left - amount)
    return true
  }

  someNft(kind: Nfts, random: Random): { id: number; owner: number } | undefined {
    const all = [...this[kind]]
    if (all.length === 0) return undefined
    const [id, owner] = random.pick(all)
    return { id, owner }
  }

  addStamps(owner: number, id: number, amount: number): void {
    const key = `${owner} ${id}`
    this.stamps.set(key, (this.stamps.get(key) ?? 0) + amount)
  }

  moveStamps(from: number, to: number, id: number, amount: number): void {
    this.addStamps(from, id, -amount)
    this.addStamps(to, id, amount)
  }

  stampsOf(owner: number): [id: number, amount: number][] {
    return [...this.stamps]
      .filter(([key, amount]) => amount > 0 && key.startsWith(`${owner} `))
      .map(([key, amount]) => [Number(key.split(' ')[1]), amount])
  }

  someStampOwner(random: Random): number | undefined {
    const held = [...this.stamps].filter(([, amount]) => amount > 0)
    if (held.length === 0) return undefined
    return Number(random.pick(held)[0].split(' ')[0])
  }

  /** The factory's next child: a contract's own nonce starts at 1. */
  nextJar(factory: Address): Address {
    return getContractAddress({ from: factory, nonce: this.jarNonce++ }).toLowerCase() as Address
  }
}
