import type { AccountNoteSubject } from '#lib/account/contract/account.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type AccountStore, addressBytes, lockAccount } from './account-store.ts'
import type { AccountNoteTable, SignInTables } from './tables.ts'

/** A private label, a watched item, or both. `updatedAt` is in milliseconds since 1970. */
export type StoredNote = AccountNoteSubject & { label: string | null; isWatched: boolean; updatedAt: number }

export type NoteStore = {
  list(address: string): Promise<StoredNote[]>
  find(address: string, subject: AccountNoteSubject): Promise<StoredNote | undefined>
  /** Replaces the note about the subject; an empty note deletes it. */
  put(address: string, note: Omit<StoredNote, 'updatedAt'>): Promise<void>
  remove(address: string, subject: AccountNoteSubject): Promise<void>
}

const notesMax = 1_000

export const createAccountNotes = ({ store, clock }: AccountStore): NoteStore => {
  const { db } = store.withTables<SignInTables>()

  const remove = async (address: string, { kind, chain, subject }: AccountNoteSubject): Promise<void> => {
    await db
      .deleteFrom('account_note')
      .where('address', '=', addressBytes(address))
      .where('kind', '=', kind)
      .where('chain', '=', chain)
      .where('subject', '=', subject)
      .execute()
  }

  return {
    list: async (address) => {
      const rows = await db
        .selectFrom('account_note')
        .selectAll()
        .where('address', '=', addressBytes(address))
        .orderBy('kind')
        .orderBy('chain')
        .orderBy('subject')
        .execute()
      return rows.map(toNote)
    },
    find: async (address, { kind, chain, subject }) => {
      const row = await db
        .selectFrom('account_note')
        .selectAll()
        .where('address', '=', addressBytes(address))
        .where('kind', '=', kind)
        .where('chain', '=', chain)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row && toNote(row)
    },
    put: async (address, { kind, chain, subject, label, isWatched }) => {
      if (label === null && !isWatched) return await remove(address, { kind, chain, subject })
      const fields = { label, is_watched: isWatched ? 1 : 0, updated_at: await clock() }
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, address)
        await transaction
          .insertInto('account_note')
          .values({ address: addressBytes(address), kind, chain, subject, ...fields })
          .onConflict((conflict) => conflict.columns(['address', 'kind', 'chain', 'subject']).doUpdateSet(fields))
          .execute()
        const { notes } = await transaction
          .selectFrom('account_note')
          .select(({ fn }) => fn.countAll<number>().as('notes'))
          .where('address', '=', addressBytes(address))
          .executeTakeFirstOrThrow()
        if (notes > notesMax)
          throw new ServiceError('invalid_request', `An account can have at most ${notesMax} labels and watched items.`)
      })
    },
    remove,
  }
}

const toNote = ({ kind, chain, subject, label, is_watched, updated_at }: AccountNoteTable): StoredNote => ({
  kind,
  chain,
  subject,
  label,
  isWatched: is_watched === 1,
  updatedAt: updated_at,
})
