import type { AccountEventKind } from '#lib/account/contract/account.ts'
import { randomText } from '#lib/account/random-text.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import type { Visitor } from '#lib/account/visitor.ts'
import { addressBytes } from './account-address.ts'
import type { AccountStore } from './account-store.ts'

/** `at` is in milliseconds since 1970. */
export type RecordedEvent = Visitor & { at: number; kind: AccountEventKind; subject: string | null }

/**
 * The audit log of an account. Only actions of its signed-in owner are recorded: failed attempts of strangers could
 * push real entries out.
 */
export type AccountEvents = {
  record(address: string, event: Omit<RecordedEvent, 'at'>): Promise<void>
  /** Newest first. */
  list(address: string): Promise<RecordedEvent[]>
}

const keptMs = 90 * 24 * 60 * 60 * 1_000
const keptMax = 500

export const createAccountEvents = ({ store, clock }: AccountStore): AccountEvents => {
  const { db } = store.withTables<SignInTables>()

  /** The time of the oldest entry to keep, by number and by age. */
  const keptFrom = async (address: Uint8Array, now: number): Promise<number> => {
    const oldest = await db
      .selectFrom('account_event')
      .select('at')
      .where('address', '=', address)
      .orderBy('at', 'desc')
      .offset(keptMax - 1)
      .limit(1)
      .executeTakeFirst()
    return Math.max(oldest?.at ?? 0, now - keptMs)
  }

  return {
    record: async (text, { kind, subject, browser, ipNetwork }) => {
      const address = addressBytes(text)
      const at = await clock()
      await db
        .insertInto('account_event')
        .values({ address, at, id: randomText(12), kind, subject, browser, ip_network: ipNetwork })
        .execute()
      await db
        .deleteFrom('account_event')
        .where('address', '=', address)
        .where('at', '<', await keptFrom(address, at))
        .execute()
    },
    list: async (text) => {
      const rows = await db
        .selectFrom('account_event')
        .select(['at', 'kind', 'subject', 'browser', 'ip_network'])
        .where('address', '=', addressBytes(text))
        .where('at', '>=', (await clock()) - keptMs)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(keptMax)
        .execute()
      return rows.map(({ ip_network, ...event }) => ({ ...event, ipNetwork: ip_network }))
    },
  }
}
