import type { Transaction } from 'kysely'
import type { SignInTables } from '#lib/account/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { addressBytes } from './account-address.ts'

/** Serialises changes of an account, so that counts stay true until the transaction ends. */
export const lockAccount = async (transaction: Transaction<SignInTables>, address: string): Promise<void> => {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set(({ ref }) => ({ signed_in_at: ref('signed_in_at') }))
    .where('address', '=', addressBytes(address))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new ServiceError('not_found', 'The account was deleted.')
}
