import type { Kysely } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { askAgain, askReplaced } from '#lib/evm/chain/stored/asked-contracts.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'

/*
 * Names, symbols, decimals and standards of contracts change: with the code behind a proxy, by a function of their own, or by
 * new code at the same address. They are read again when an indexed block has such an event, or a creation or
 * self-destruction at the address; those inside a transaction are only known of traced blocks, and where they moved a value.
 * All others (the code behind a beacon, which says so at its own address, among them) are known by age: they are read again when
 * somebody looks at what was read longer ago than a day. The kind of an account, EIP-7702 delegations and interfaces
 * guessed from bytecode are read at the newest block each time.
 */

/** First topics of such events: keccak256 of the signature in the comment. */
export const changeTopics: readonly Hex[] = [
  // Proxies: AdminChanged(address,address), Upgraded(address), BeaconUpgraded(address) (ERC-1967), DiamondCut((address,uint8,bytes4[])[],address,bytes) (ERC-2535),
  // ProxyUpdated(address,address) (ERC-897), ChangedMasterCopy(address).
  '0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f',
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
  '0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e',
  '0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673',
  '0xd32d24edea94f55e932d9a008afc425a8561462d1b1f57bc6e508e9a6b9509e1',
  '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8',
  // ContractURIUpdated() (ERC-7572), EIP712DomainChanged() (ERC-5267): the domain has the token's name.
  '0xa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962',
  '0x0a6387c9ea3628b88a633bb4f3b151770f70085117a15f9bf3787cda53f13d31',
  // NameChanged(string), NameChanged(string,string), SymbolChanged(string), SymbolChanged(string,string).
  '0x4737457377f528cc8afd815f73ecb8b05df80d047dbffc41c17750a4033592bc',
  '0x6c20b91d1723b78732eba64ff11ebd7966a6e4af568a00fa4f6b72c20f58b02a',
  '0x57c940aa14b51ea5f96b7a2bea757ce355d996e2c5d7a3c68aff1c75a326269b',
  '0xd7ad744cc76ebad190995130eec8ba506b3605612d23b5b9cef8e27f14d138b4',
  // NameUpdated(string), SymbolUpdated(string), NameUpdated(string,string), SymbolUpdated(string,string).
  '0x9f7688a97f1ac51fe03bac18af18d6810f9f11f0db08c59b1938a9ac825ef744',
  '0xee007fd2e1891a2f6c8408b57ade5b0550dea71a5a06cc4df7ded4646a4584a5',
  '0xf19e969be7affb98a1d812094e0f24ecca36f1eabd6dd592c97020d47c64a00e',
  '0xe539f7c7cd6b523196945e98454143f55e93314cc40672ad65628a7df42d483f',
  // UpdatedTokenInformation(string,string), TokenInfoUpdated(string,string), NameAndSymbolChanged(string,string),
  // MetadataUpdated(string,string), SetName(string), SetSymbol(string), DecimalsChanged(uint8).
  '0xd131ab1e6f279deea74e13a18477e13e2107deb6dc8ae955648948be5841fb46',
  '0x0858765c007173eefd0c7d006dbabfa031554929e9fff1d057b370654a40f217',
  '0x4d807d72b2a493ff2c4e338967d3f82d3352481258457d12a4506a1762a44c69',
  '0x30f5c4b652f95e2a697bda3258896c421eee4f29adce8fe38060f47f7aed91ad',
  '0x4df9dcd34ae35f40f2c756fd8ac83210ed0b76d065543ee73d868aec7c7fcf02',
  '0xadf3ae8bd543b3007d464f15cb8ea1db3f44e84d41d203164f40b95e27558ac6',
  '0xd24d6c720a86382b25758bce22b1414e74c1c65057a215856a558bd72453b5e8',
]

/** Has contracts read again that said in the blocks first..last that they changed, or were created there by a transaction. */
export const askChanged = async (
  db: Kysely<EvmTables>,
  chain: number,
  first: number,
  { last, now }: { last: number; now: number },
): Promise<void> => {
  const changed = await db
    .selectFrom('evm_logs')
    .select('address')
    .distinct()
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('topic0', 'in', changeTopics.map(toBytes))
    .execute()
  const created = await db
    .selectFrom('evm_transactions')
    .select('contract_address as address')
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('contract_address', 'is not', null)
    .where(({ eb, or }) => or([eb('status', 'is', null), eb('status', '=', 1)]))
    .execute()
  await askAgain(
    db,
    chain,
    changed.map(({ address }) => address),
    now,
  )
  await askReplaced(
    db,
    chain,
    created.flatMap(({ address }) => address ?? []),
    { block: last, now },
  )
}

const staleAfterSeconds = 24 * 3_600
/** Pages whose database is slow to note what they show; above this, further pages note nothing. */
const notingMax = 4
let noting = 0

/** Shown contracts that were read too long ago are read again soon. The page neither waits for that nor fails with it. */
export const askAgainIfStale = (
  db: Kysely<EvmTables>,
  chain: number,
  shown: readonly Pick<ContractRow, 'address' | 'ask_at' | 'read_at'>[],
  now = Math.floor(Date.now() / 1_000),
): void => {
  const stale = shown.filter(({ ask_at, read_at }) => ask_at === null && (read_at ?? 0) <= now - staleAfterSeconds)
  if (stale.length === 0 || noting >= notingMax) return
  noting += 1
  const addresses = stale.map(({ address }) => address)
  askAgain(db, chain, addresses, now)
    .catch(() => undefined)
    .finally(() => {
      noting -= 1
    })
}
