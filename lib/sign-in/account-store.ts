import type { Store } from '#lib/store/store.ts'
import type { Clock } from './clock.ts'

/** The database and clock shared by all account services. */
export type AccountStore = { store: Store<unknown>; clock: Clock }
