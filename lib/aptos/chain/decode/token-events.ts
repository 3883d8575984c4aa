import * as z from 'zod'
import { addressField, boundedU64, tokenDataId, tokenIdField } from './node-fields.ts'
import type { TokenName } from './token-identity.ts'

/** The content of an event of module 0x3::token or 0x3::token_transfers; addresses as the node returns them. */
type TokenEvent = {
  token: TokenName
  propertyVersion: string
  from: string | null
  to: string | null
  amount: string
}

type Reader = z.ZodType<(account: string) => TokenEvent>

const account = z.object({ account: addressField })
const minted = z.object({ id: tokenDataId, amount: boundedU64 })
const moved = z.object({ id: tokenIdField, amount: boundedU64 })
const changed = z.object({ new_id: tokenIdField })
const offered = z.object({ token_id: tokenIdField, to_address: addressField, amount: boundedU64 })

const ofToken = ({ token_data_id, property_version }: z.output<typeof tokenIdField>) => ({
  token: token_data_id,
  propertyVersion: BigInt(property_version).toString(),
})

const mint = (data: z.output<typeof minted>, from: string): TokenEvent => ({
  token: data.id,
  propertyVersion: '0',
  from,
  to: null,
  amount: data.amount,
})
const leave = (data: z.output<typeof moved>, from: string): TokenEvent => ({
  ...ofToken(data.id),
  from,
  to: null,
  amount: data.amount,
})
const arrive = (data: z.output<typeof moved>, to: string): TokenEvent => ({
  ...ofToken(data.id),
  from: null,
  to,
  amount: data.amount,
})
const change = (data: z.output<typeof changed>, from: string): TokenEvent => ({
  ...ofToken(data.new_id),
  from,
  to: null,
  amount: '0',
})
const offer = (data: z.output<typeof offered>, from: string): TokenEvent => ({
  ...ofToken(data.token_id),
  from,
  to: data.to_address,
  amount: data.amount,
})

/** The account of an event: that of an event handle, or a field of a module event. */
const ofHandle = <T>(schema: z.ZodType<T>, event: (data: T, account: string) => TokenEvent): Reader =>
  schema.transform((data) => (holder) => event(data, holder))
const ofModule = <T>(
  schema: z.ZodType<T & { account: string }>,
  event: (data: T, account: string) => TokenEvent,
): Reader => schema.transform((data) => () => event(data, data.account))

/**
 * The events that yield a row, by type, as handle events and as module events. A transfer is two of them: a withdrawal
 * and a deposit.
 */
export const tokenEvents: ReadonlyMap<string, Reader> = new Map([
  ['0x3::token::MintTokenEvent', ofHandle(minted, mint)],
  ['0x3::token::Mint', minted.extend({ creator: addressField }).transform((data) => () => mint(data, data.creator))],
  ['0x3::token::BurnTokenEvent', ofHandle(moved, leave)],
  ['0x3::token::Burn', ofModule(moved.extend(account.shape), leave)],
  ['0x3::token::MutateTokenPropertyMapEvent', ofHandle(changed, change)],
  ['0x3::token::MutatePropertyMap', ofModule(changed.extend(account.shape), change)],
  ['0x3::token::WithdrawEvent', ofHandle(moved, leave)],
  ['0x3::token::TokenWithdraw', ofModule(moved.extend(account.shape), leave)],
  ['0x3::token::DepositEvent', ofHandle(moved, arrive)],
  ['0x3::token::TokenDeposit', ofModule(moved.extend(account.shape), arrive)],
  ['0x3::token_transfers::TokenOfferEvent', ofHandle(offered, offer)],
  ['0x3::token_transfers::TokenCancelOfferEvent', ofHandle(offered, offer)],
  ['0x3::token_transfers::TokenClaimEvent', ofHandle(offered, offer)],
  ['0x3::token_transfers::Offer', ofModule(offered.extend(account.shape), offer)],
  ['0x3::token_transfers::CancelOffer', ofModule(offered.extend(account.shape), offer)],
  ['0x3::token_transfers::Claim', ofModule(offered.extend(account.shape), offer)],
])
