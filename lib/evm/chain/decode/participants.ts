import type { TransactionRow } from '#lib/evm/chain/tables/tables.ts'

type Parties = Pick<TransactionRow, 'from_address' | 'to_address' | 'contract_address'>

/** The distinct addresses whose lists contain a transaction: sender, receiver, created contract. */
export const participants = ({ from_address, to_address, contract_address }: Parties): Uint8Array[] => {
  const addresses = [from_address]
  for (const address of [to_address, contract_address])
    if (address !== null && !addresses.some((known) => Buffer.compare(known, address) === 0)) addresses.push(address)
  return addresses
}
