import type { Transaction } from 'kysely'
import { ServiceError } from '#lib/api/errors.ts'
import type { SignInTables } from '#lib/sign-in/tables.ts'
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
