import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { address as addressBytes, hexOf, u128 } from './bcs.ts'
import { sha3 } from './hashes.ts'
import type { AccountKey } from './keys.ts'
import { type EventHandle, handleJson, type WriteSet } from './write-set.ts'

/** One account of the story, with the resources that the demo writes. */
export class Account {
  sequence = 0
  octas = 0n
  readonly address: string
  readonly name: string
  readonly key: AccountKey | undefined
  private guids = 2
  private readonly handles = new Map<string, EventHandle>()
  private readonly deposits: EventHandle
  private readonly withdrawals: EventHandle

  constructor(name: string, address: string, key?: AccountKey) {
    this.name = name
    this.address = address
    this.key = key
    this.deposits = this.newHandle()
    this.withdrawals = this.newHandle()
  }

  newHandle(): EventHandle {
    return { owner: this.address, creation: this.guids++, count: 0 }
  }

  /** The named event handle of one of the account's resources, made when first asked for. */
  handle(name: string): EventHandle {
    const handle = this.handles.get(name) ?? this.newHandle()
    this.handles.set(name, handle)
    return handle
  }

  has(name: string): boolean {
    return this.handles.has(name)
  }

  /** A table's handle is made once and never changes. */
  tableHandle(kind: string): string {
    return hexOf(sha3(addressBytes(this.address), Buffer.from(`table ${kind}`, 'latin1')))
  }

  writeAccount(set: WriteSet): void {
    set.resource(this.address, '0x1::account::Account', {
      authentication_key: this.key ? hexOf(addressBytes(this.address)) : `0x${'0'.repeat(64)}`,
      coin_register_events: handleJson({ owner: this.address, creation: 0, count: 1 }),
      guid_creation_num: String(this.guids),
      key_rotation_events: handleJson({ owner: this.address, creation: 1, count: 0 }),
      rotation_capability_offer: { for: { vec: [] } },
      sequence_number: String(this.sequence),
      signer_capability_offer: { for: { vec: [] } },
    })
  }

  writeCoins(set: WriteSet): void {
    set.resource(this.address, '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>', {
      coin: { value: String(this.octas) },
      deposit_events: handleJson(this.deposits),
      frozen: false,
      withdraw_events: handleJson(this.withdrawals),
    })
  }

  withdraw(set: WriteSet, amount: bigint, isModuleEra: boolean): void {
    this.octas -= amount
    this.coinEvent(set, 'Withdraw', this.withdrawals, amount, isModuleEra)
  }

  deposit(set: WriteSet, amount: bigint, isModuleEra: boolean): void {
    this.octas += amount
    this.coinEvent(set, 'Deposit', this.deposits, amount, isModuleEra)
  }

  private coinEvent(
    set: WriteSet,
    kind: 'Withdraw' | 'Deposit',
    handle: EventHandle,
    amount: bigint,
    isModuleEra: boolean,
  ) {
    const coin = { coin_type: '0x1::aptos_coin::AptosCoin', account: shortAddress(this.address) }
    if (isModuleEra)
      set.moduleEvent(`0x1::coin::Coin${kind}`, {
        account: coin.account,
        amount: String(amount),
        coin_type: coin.coin_type,
      })
    else set.handleEvent(handle, `0x1::coin::${kind}Event`, { amount: String(amount) })
    this.writeCoins(set)
  }
}

const supplyHandle = '0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca'
const supplyKey = '0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935'

/** Gas is burned, so every paid transaction writes the coin's supply: the table item of 0x1's optional aggregator. */
export function writeSupply(set: WriteSet, octas: bigint): void {
  set.tableItem(
    supplyHandle,
    { raw: addressBytes(supplyKey), type: 'address', json: supplyKey },
    { raw: u128(octas), type: 'u128', json: String(octas) },
  )
}
