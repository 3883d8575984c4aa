import { loadKZG } from 'kzg-wasm'
import {
  type Address,
  bytesToHex,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  numberToHex,
  type TransactionSerializable,
  type TransactionSerializableEIP7702,
} from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { getContractAddress } from 'viem/utils'
import { demoChainId, demoWallets } from '#lib/demo/cast.ts'
import { seededRandom } from '#tests/demo-recorder/random.ts'
import type { CompiledContract } from './compile.ts'
import type { DevNode } from './dev-node.ts'

/** The phrase that every development node ships: nothing of worth can ever be behind it. */
export const demoMnemonic = 'test test test test test test test test test test test junk'
const gwei = 1_000_000_000n
const hex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`

export type SceneCall = { to?: Address; data?: Hex; value?: bigint; gas: bigint; fails?: boolean } & Partial<
  Pick<TransactionSerializableEIP7702, 'authorizationList'>
>
export type StagedContract = { name: string; address: Address; abi: CompiledContract['abi'] }

/** Signs and sends the story's transactions to the node, one block at a time. */
export class Stage {
  readonly contracts = new Map<string, StagedContract>()
  readonly jars: { address: Address; owner: number }[] = []
  /** The wallets that delegate to a contract's code. */
  readonly delegated = new Set<Address>()
  readonly expectedFailures = new Set<string>()
  sent = 0
  private readonly accounts: HDAccount[]
  private readonly nonces: number[]
  private readonly fees = seededRandom(8_545)
  private baseFee = 14n * gwei

  private readonly node: DevNode
  private readonly compiled: ReadonlyMap<string, CompiledContract>

  constructor(node: DevNode, compiled: ReadonlyMap<string, CompiledContract>) {
    this.node = node
    this.compiled = compiled
    this.accounts = demoWallets.map((_, addressIndex) =>
      mnemonicToAccount(demoMnemonic, { accountIndex: 7, addressIndex }),
    )
    this.nonces = this.accounts.map(() => 0)
  }

  address(wallet: number): Address {
    return this.account(wallet).address.toLowerCase() as Address
  }

  private account(wallet: number): HDAccount {
    const account = this.accounts[wallet]
    if (!account) throw new RangeError(`no wallet ${wallet}`)
    return account
  }

  contract(name: string): StagedContract {
    const contract = this.contracts.get(name)
    if (!contract) throw new Error(`${name} is not deployed yet`)
    return contract
  }

  /** The base fee of the coming block is ours to say: a quiet chain would let it fall to nothing, which no reader would believe. */
  async openBlock(): Promise<void> {
    const drift = BigInt(this.fees.whole(-9, 9))
    const next = this.baseFee + (this.baseFee * drift) / 100n
    this.baseFee = next < 4n * gwei ? 5n * gwei : next > 60n * gwei ? 48n * gwei : next
    await this.node.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(this.baseFee)])
  }

  async closeBlock(timestamp: number): Promise<void> {
    await this.node.rpc('evm_setNextBlockTimestamp', [timestamp])
    await this.node.rpc('evm_mine')
  }

  async call(
    from: number,
    name: string,
    functionName: string,
    args: readonly unknown[],
    rest: Partial<SceneCall> = {},
  ) {
    const { address, abi } = this.contract(name)
    const data = encodeFunctionData({ abi, functionName, args: [...args] })
    return this.send(from, { to: address, data, gas: 160_000n, ...rest })
  }

  async deploy(from: number, name: string, args: readonly unknown[], as = name, rest: Partial<SceneCall> = {}) {
    const artifact = this.compiled.get(name)
    if (!artifact) throw new Error(`no contract ${name}`)
    return await this.deployCode(from, as, { ...artifact, args }, rest)
  }

  /** Code that others have compiled. */
  async deployCode(
    from: number,
    as: string,
    { abi, bytecode, args }: Pick<CompiledContract, 'abi' | 'bytecode'> & { args: readonly unknown[] },
    rest: Partial<SceneCall> = {},
  ) {
    const data = encodeDeployData({ abi, bytecode, args: [...args] })
    const nonce = BigInt(this.nonces[from] ?? 0)
    const address = getContractAddress({ from: this.address(from), nonce }).toLowerCase() as Address
    await this.send(from, { data, gas: 5_000_000n, ...rest })
    if (rest.fails !== true) this.contracts.set(as, { name: as, address, abi })
    return address
  }

  /** A name for an address that speaks another contract's interface: a proxy. */
  alias(name: string, address: Address, abiOf: string): void {
    const artifact = this.compiled.get(abiOf)
    if (!artifact) throw new Error(`no contract ${abiOf}`)
    this.register(name, address, artifact.abi)
  }

  register(name: string, address: Address, abi: CompiledContract['abi']): void {
    this.contracts.set(name, { name, address, abi })
  }

  /** EIP-7702: a wallet delegates to `code` and calls itself in the same transaction. */
  async delegate(from: number, code: Address, call: SceneCall): Promise<Hex> {
    const nonce = (this.nonces[from] ?? 0) + 1
    const { signAuthorization } = this.account(from)
    if (!signAuthorization) throw new Error('the wallet cannot sign an authorization')
    const authorization = await signAuthorization({ address: code, chainId: demoChainId, nonce })
    const hash = await this.send(from, { to: this.address(from), ...call, authorizationList: [authorization] })
    this.nonces[from] = nonce + 1
    this.delegated.add(this.address(from))
    return hash
  }

  /** The result of a call after the last closed block. */
  async read(to: Address, data: Hex): Promise<Hex> {
    return String(await this.node.rpc('eth_call', [{ to, data }, 'latest'])) as Hex
  }

  signHash(wallet: number, hash: Hex): Promise<Hex> {
    return this.account(wallet).sign?.({ hash }) ?? Promise.reject(new Error('the wallet cannot sign a hash'))
  }

  async send(from: number, call: SceneCall): Promise<Hex> {
    const account = this.account(from)
    const nonce = this.nonces[from] ?? 0
    this.nonces[from] = nonce + 1
    const signed = await account.signTransaction(this.envelope(from, nonce, call))
    const hash = String(await this.node.rpc('eth_sendRawTransaction', [signed])) as Hex
    if (call.fails) this.expectedFailures.add(hash)
    this.sent++
    return hash
  }

  /** EIP-4844. */
  async sendBlobs(from: number, { to, blobs, gas }: { to: Address; blobs: Hex[]; gas: bigint }): Promise<void> {
    const { blobToKZGCommitment, computeBlobKZGProof } = await loadKZG()
    const kzg = {
      blobToKzgCommitment: (blob: Uint8Array) => hexToBytes(hex(blobToKZGCommitment(bytesToHex(blob)))),
      computeBlobKzgProof: (blob: Uint8Array, commitment: Uint8Array) =>
        hexToBytes(hex(computeBlobKZGProof(bytesToHex(blob), bytesToHex(commitment)))),
    }
    const nonce = this.nonces[from] ?? 0
    this.nonces[from] = nonce + 1
    const signed = await this.account(from).signTransaction({
      ...{ type: 'eip4844', chainId: demoChainId, nonce, to, gas, blobs, kzg },
      ...{ maxFeePerBlobGas: 10n * gwei, maxFeePerGas: this.baseFee * 2n, maxPriorityFeePerGas: gwei },
    })
    await this.node.rpc('eth_sendRawTransaction', [signed])
    this.sent++
  }

  /** Every fourth wallet still signs legacy transactions, now and then one brings an access list; the others are EIP-1559. */
  private envelope(from: number, nonce: number, call: SceneCall): TransactionSerializable {
    const { to, data, gas, value = 0n } = call
    const common = { chainId: demoChainId, nonce, to, data, gas, value }
    const tip = BigInt(this.fees.whole(1, 25)) * 100_000_000n
    const { authorizationList } = call
    const fees = { maxFeePerGas: this.baseFee * 2n + tip, maxPriorityFeePerGas: tip }
    if (authorizationList) return { ...common, ...fees, type: 'eip7702', authorizationList }
    if (from % 4 === 2) return { ...common, type: 'legacy', gasPrice: this.baseFee + tip }
    if (to && data && this.fees.chance(0.02)) {
      const accessList = [{ address: to, storageKeys: [numberToHex(this.fees.whole(0, 3), { size: 32 })] }]
      return { ...common, type: 'eip2930', gasPrice: this.baseFee + tip, accessList, gas: gas + 5_000n }
    }
    const maxFeePerGas = (this.baseFee * BigInt(this.fees.pick([12, 15, 20]))) / 10n + tip
    return { ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip }
  }
}
